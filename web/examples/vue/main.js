import { createApp } from "vue";
import Sharing from "./Sharing.vue";

createApp(Sharing).mount("#sharing");
