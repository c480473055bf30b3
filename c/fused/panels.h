/* The layout of the fast paths: tokens in lanes.
 *
 * Eight tokens make a panel. A matrix of tokens stands as panels, each [width, 8]: row m holds component m of eight
 * tokens. Whatever such a panel is multiplied by stands in strips of four, each [inner, 4]. One kernel then does every
 * product: four rows times eight tokens, each sum in index order from the first term to the last, so that the size of
 * blocks changes no bit. Lanes beyond the last token hold zeros and are never read back. */
#ifndef ATTENTION_PANELS_H
#define ATTENTION_PANELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
/* A function of its own, called many times, is what V8 compiles well; a loop inside a long call stays slow. */
#define KERNEL __attribute__((noinline))
#else
#define KERNEL
#endif

enum { PANEL = 8, STRIP = 4, TILE = STRIP * PANEL };

static inline size_t panels_of(size_t n) { return (n + PANEL - 1) / PANEL; }
static inline size_t strips_of(size_t n) { return (n + STRIP - 1) / STRIP; }

/* tile[s][4][8] = sum over p of strip[s][p][r] · panel[p][l]; with more, added to what is there. From tile to tile and
 * from strip to strip it is so many floats. */
void panel_products(float *tile_srl, size_t tiles_apart, const float *strip_spr, size_t strips_apart, size_t strips,
                    const float *panel_pl, size_t inner, int more);

/* panel[p][m][l] = rows[8p + l][m], for n rows of some width; from row to row are stride floats, from panel to panel
 * apart. */
void panels_from_rows(float *panel_pml, const float *rows_im, size_t n, size_t width, size_t stride, size_t apart);

/* panel[p][i][l] = rows[i][8p + l]: the columns are what stands in lanes. */
void panels_from_columns(float *panel_pil, const float *rows_ic, size_t n, size_t columns);

/* out[m·wide + r] = rows[r·stride + m] for four rows: they become columns. */
void turn_four(float *out_mr, size_t wide, const float *rows_rm, size_t width, size_t stride);

/* rows[i·stride + m] = panel[i / 8][m][i % 8]. */
void rows_from_panels(float *rows_im, size_t stride, const float *panel_pml, size_t n, size_t width, size_t apart);

/* strip[s][m][r] = rows[4s + r][m]: rows in strips, as keys are. */
void strips_from_rows(float *strip_smr, const float *rows_jm, size_t n, size_t width, size_t stride);

/* strip[s][m][r] = matrix[m][4s + r]: columns in strips, as weights and values are. */
void strips_from_columns(float *strip_smr, const float *matrix_mc, size_t rows, size_t columns, size_t stride);

#endif
