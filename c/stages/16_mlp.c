/* mlp_hidden, mlp_up, mlp_activated, mlp_output: the MLP (feed-forward network) works on each token by itself. Each
 * column of W_up is a pattern that the row is compared with, and each row of W_down what a match adds to the stream. */
#include "../learn/backward.h"
#include "../walk.h"

static enum attention_tensor_id hidden_weight(const walk *w) {
  return is_gated(w->s) ? ATTENTION_W_GATE : ATTENTION_W_UP;
}

void attention_step_mlp_hidden(const walk *w) {
  attention_step_product(w, ATTENTION_MLP_HIDDEN, mlp_input(w), hidden_weight(w));
}
void attention_back_mlp_hidden(const walk *w) {
  attention_back_product(w, ATTENTION_MLP_HIDDEN, mlp_input(w), hidden_weight(w));
}

void attention_step_mlp_up(const walk *w) {
  attention_step_product(w, ATTENTION_MLP_UP, mlp_input(w), ATTENTION_W_UP);
}
void attention_back_mlp_up(const walk *w) {
  attention_back_product(w, ATTENTION_MLP_UP, mlp_input(w), ATTENTION_W_UP);
}

void attention_step_mlp_activated(const walk *w) {
  attention_activate(result(w, ATTENTION_MLP_ACTIVATED), at(w, ATTENTION_MLP_HIDDEN), at_or_null(w, ATTENTION_MLP_UP),
                     w->s->activation, w->t[ATTENTION_MLP_ACTIVATED].count);
}
void attention_back_mlp_activated(const walk *w) {
  attention_activate_backward(grad(w, ATTENTION_MLP_HIDDEN), grad_or_null(w, ATTENTION_MLP_UP),
                              grad(w, ATTENTION_MLP_ACTIVATED), at(w, ATTENTION_MLP_HIDDEN),
                              at_or_null(w, ATTENTION_MLP_UP), w->s->activation, w->t[ATTENTION_MLP_ACTIVATED].count);
}

void attention_step_mlp_output(const walk *w) {
  attention_step_product(w, ATTENTION_MLP_OUTPUT, before(w, ATTENTION_MLP_OUTPUT), ATTENTION_W_DOWN);
}
void attention_back_mlp_output(const walk *w) {
  attention_back_product(w, ATTENTION_MLP_OUTPUT, before(w, ATTENTION_MLP_OUTPUT), ATTENTION_W_DOWN);
}
