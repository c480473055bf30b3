## A figure, saved as a file

export-png-large = This figure is too large for a PNG here. Use the SVG.
export-copy-png = copy as PNG
export-image-copied = Copied. Paste it into a mail or a post.
export-image-not-copied = The browser did not allow copying: save the PNG instead.
export-save-as = save as
export-save-figure = Save the figure: { $name }
figure-numbers = The numbers are in a table below the figure.
