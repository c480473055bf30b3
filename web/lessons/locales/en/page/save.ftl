## A figure, saved as a file

export-png-large = This figure is too large for a PNG here. Use the SVG.
export-save-as = save as
export-save-figure = Save the figure: { $name }
figure-numbers = The numbers are in a table below the figure.
