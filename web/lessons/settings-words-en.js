import controls from "./locales/en/explore/controls.ftl";

/** The English messages of the settings, without those that the page loads after its first frame. */
export const text = controls;
