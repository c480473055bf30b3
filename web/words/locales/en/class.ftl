### Classes. Loaded with the place.

## Classes that a teacher prepares

class-untitled = Class
class-screen-untitled = Screen { $number }
class-where = Screen { $number } of { $count }
class-screens = All screens
class-ways = Screens
class-previous = Previous
class-next = Next
class-begin = Begin
class-count = { $count ->
    [one] one question
   *[other] { $count } questions
}
class-prepared = Prepared for a class.
class-everything = See everything
class-again = Back to what was prepared
class-prompts = Questions
class-terms = Words:
class-fixed = Fixed on this screen:
class-experiments = Experiments
class-change = Change this class
class-figure = The figure
class-held = This class is too long for a link: this tab keeps it, also over a reload, until you close it. To come back to it later, save it as a file and open that.
class-not-kept = This browser cannot keep it: save it as a file now, or a reload loses it.
class-kept-tab = Until then this tab keeps it, also over a reload, but not after you close it.
class-kept = What you changed here stays in this browser.
class-kept-now = What you changed here stays until the page is closed or loaded again.

## Where nothing is open yet

class-start = A class is a list of screens. Each shows one state of the page with your questions beside it; you choose which stages, settings and experiments are shown, and which stay fixed.
class-elsewhere = This address belongs to a class that is too long for a link, and this tab does not have it. Open its file.
class-new = Prepare a class
class-open = Open a class that was saved as a file:

## Preparing a class

class-prepare = Prepare for a class
class-prepare-hint = Set something up in Explore, add it here as a screen, and choose what its readers see. Your link holds everything but your answers, which are in your file; nothing is sent anywhere.
class-title = Title of the class
class-list = Screens, in order
class-up = Move { $name } up
class-down = Move { $name } down
class-remove = Remove { $name }
class-add = Add what Explore shows
class-add-links = Add links
class-add-links-label = Links to this page or to other classes, one on each line
class-add-links-button = Add them
class-full = A class has at most { $max } screens.
class-screen = Screen { $number }
class-screen-title = Title of the screen
class-prompt = Question { $number }
class-prompt-add = Add a question
class-hint = Hint
class-hints = Hints
class-answers = Answers
class-hint-of = Hint for question { $number }
class-answer-of = Answer to question { $number }
class-answers-hint = A hint is shown when a reader asks for it. Answers are for you: they are in your file, in no link. The class page prints both on sheets of their own.
class-prompt-hint = Plain text. At most { $max } questions of { $characters } characters.
class-prompt-up = Move question { $number } up
class-prompt-down = Move question { $number } down
class-prompt-remove = Remove question { $number }
class-starts = It starts with
class-starts-at = “{ $sentence }”, at { $stage }.
class-take = Take what Explore shows now
class-edit = Change it in Explore
class-stages = Stages that readers can go to
class-stages-hint = The stage at the start is always shown.
class-parts = Around the figure
class-part-strip = all stages as small pictures
class-part-panel = the stage’s text, formula and arithmetic
class-part-shapes = shapes
class-part-meters = measurements of scores and attention weights
class-controls = Settings
class-controls-hint = Readers can change only what you free. What is fixed is shown with its value; what is hidden cannot be changed either.
class-controls-main = Main settings
class-control-hidden = hidden
class-control-locked = shown, fixed
class-control-free = can be changed
class-experiments-choose = Experiments that readers can open
class-experiments-hint = An experiment changes a walk of its own. What is fixed here stays fixed.
class-terms-choose = Words that explain themselves
class-size = Size of text and figures
class-size-hint = On top of the page’s own, which grows with the window. For a projector, try 150 %. Windows of up to 960 px, such as phones, keep the page’s own size.
class-share = Share it
class-link = Link for the class
class-link-length = { $count } characters. Browsers take that; some learning platforms and chats cut links from about 2000 on, so try it there once, or share the file.
class-link-short = { $count } characters.
class-copy = Copy the link
class-copied = Copied.
class-not-copied = The browser did not allow copying: select the link and press Ctrl+C.
class-preview = See it as the class does
class-preview-screen = See this screen
class-save = Save as a file
class-ten = Ten questions for a class
class-leave = Leave: back to Explore
class-file = Open a class from a file:
class-added = { $count ->
    [0] No screen was added.
    [one] One screen was added.
   *[other] { $count } screens were added.
}
class-removed = { $name } was removed.
class-moved = { $name } is now number { $number }.
class-taken = This screen now starts with what Explore shows.

## Why something cannot be done

refused-locked = { $field } is fixed on this screen.
refused-hidden = { $field }: this screen does not show { $got }.
refused-class-link = The class has { $got } characters as a link, { $max } are possible: save it as a file instead.
refused-no-class = { $field } is not a class saved by this page.
