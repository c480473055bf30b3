import { css, unsafeCSS } from "lit";

/** How strong the colour of a cell is, in tenths: no style may stand in the markup. */
const strengths = unsafeCSS(
  Array.from({ length: 11 }, (_, tenth) => `.grid .s${tenth} { --strength: ${10 * tenth}%; }`).join("\n"),
);

/** What the pictures of the course look like. Colour is the model's: ink is the reader's. */
export const pictureStyles = css`
  .drawn {
    --gold: var(--plus, light-dark(#dfa12b, #edb84a));
    --graphite: var(--minus, light-dark(#5b6672, #8894a2));
  }
  .picture {
    display: block;
    width: 100%;
    max-width: 40rem;
    max-height: min(62svh, 34rem);
    margin-inline: auto;
    touch-action: pan-y;
    font-family: var(--font);
  }
  .picture text {
    fill: var(--text);
    font-size: 16px; /* on a phone a picture is drawn smaller than it is written here */
    text-anchor: middle;
  }
  .picture .start {
    text-anchor: start;
  }
  .picture .end {
    text-anchor: end;
  }
  .picture .word {
    font-size: 16px;
  }
  .picture .word.best,
  .picture .held {
    font-weight: 700;
  }
  .picture .note {
    fill: var(--muted);
    font-size: 16px;
    font-weight: 400;
  }
  .picture .on-share {
    fill: var(--panel);
    font-weight: 600;
  }
  .picture .on-guess {
    font-weight: 600;
    text-anchor: start;
  }
  .picture :is(.axis, .lane, .dial, .ruler, .flow) {
    fill: none;
    stroke: var(--control);
    stroke-width: 1;
  }
  .picture .lane {
    stroke-width: 3;
    opacity: 0.5;
  }
  .picture .ruler {
    stroke: var(--role-Q);
    opacity: 0.6;
  }
  .picture .plus {
    fill: var(--gold);
  }
  .picture .minus {
    fill: var(--graphite);
  }
  .picture .ribbon {
    fill: var(--role-weights);
    opacity: 0.18;
  }
  .picture .share {
    fill: var(--role-weights);
  }
  .bars .picture .share:not(.first) {
    opacity: 0.75;
  }
  .picture :is(.unknown, .guess) {
    fill: none;
    stroke: var(--control);
    stroke-dasharray: 4 3;
  }
  .picture .guess {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .value {
    fill: var(--role-V);
    opacity: 0.28;
  }
  .picture :is(.part, .value-cell) {
    fill: var(--role-V);
  }
  .picture .shaft {
    fill: none;
    stroke-width: 2.5;
  }
  .picture .shaft.q {
    stroke: var(--role-Q);
    stroke-width: 3.5;
  }
  .picture .shaft.k {
    stroke: var(--role-K);
  }
  .picture :is(.tip, circle).q,
  .picture text.q {
    fill: var(--role-Q);
  }
  .picture .tip.k {
    fill: var(--role-K);
  }
  .picture .drop {
    fill: none;
    stroke: var(--muted);
    stroke-dasharray: 2 3;
  }
  .picture .drop.best {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .curve {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
  }
  .picture .ink {
    fill: var(--text);
  }
  .picture .part-of-layer {
    fill: var(--panel);
    stroke: var(--control);
  }
  .picture .part-of-layer.adds {
    stroke: var(--text);
    stroke-width: 1.5;
  }
  .picture .handle {
    cursor: grab;
    touch-action: none;
  }
  .picture .grip {
    fill: transparent;
  }
  .picture .rod {
    stroke: var(--text);
    stroke-width: 3;
  }
  .picture .handle circle:not(.grip, .ring) {
    fill: var(--text);
  }
  .picture .handle .arrows {
    fill: none;
    stroke: var(--panel);
    stroke-width: 1.5;
  }
  .picture .ring {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
    stroke-dasharray: 3 3;
  }
  .range {
    display: grid;
    grid-template-columns: auto 1fr 3rem;
    gap: 8px;
    align-items: center;
    max-width: 36rem;
    margin: 4px auto 0;
    font-size: var(--small);
  }
  .range input {
    width: 100%;
    min-width: 0;
  }
  .range output {
    text-align: end;
  }
  .behind table {
    width: 100%;
    max-width: 30rem;
    margin: 12px auto 0;
    border-collapse: collapse;
    font-size: var(--small);
  }
  .behind :is(th, td) {
    padding: 3px 8px;
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: end;
  }
  .behind th:first-child {
    text-align: start;
  }
  @media (max-width: 56rem), (max-height: 52rem) {
    .behind {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  /* Words, picture and answer stand below each other. */
  @media (max-width: 56rem) {
    .picture {
      max-height: 36svh;
    }
  }
  .line {
    position: relative;
    padding-top: 24px;
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 20px 5px;
  }
  .token {
    position: relative;
    display: inline-block;
    min-width: 24px;
    min-height: 52px;
    padding: 3px 7px 17px;
    border: 1px solid transparent;
    border-radius: 8px;
    background: none;
    font-size: 1.125rem;
    line-height: 1.4;
  }
  button.token {
    padding-block: 10px;
    border-color: var(--hairline);
  }
  .token.looks {
    border-color: var(--text);
    box-shadow: 0 0 0 1px var(--text);
  }
  .token.given {
    border: 1px dashed var(--text);
  }
  .token.first {
    background: var(--weights-soft);
  }
  .line small {
    color: var(--muted);
    font-size: var(--small);
    white-space: nowrap;
  }
  .token small {
    position: absolute;
    bottom: 1px;
    left: 50%;
    transform: translateX(-50%);
  }
  .looking {
    margin: 0 0 36px;
  }
  .grid {
    margin: 0 auto;
    border-collapse: separate;
    border-spacing: 2px;
    table-layout: fixed;
  }
  .grid th {
    padding: 2px 4px;
    color: var(--muted);
    font-size: var(--small);
    font-weight: 400;
  }
  .grid tbody th {
    text-align: end;
  }
  .grid td:not(.corner) {
    width: 44px;
    height: 40px;
    padding: 0;
    background: color-mix(in oklab, var(--cell, var(--panel)) var(--strength, 0%), var(--weights-soft));
    font-size: var(--small);
    text-align: center;
  }
  .grid td.share {
    --cell: color-mix(in oklab, var(--role-weights) 60%, var(--weights-soft));
  }
  .grid td.plus {
    --cell: color-mix(in oklab, var(--gold) 80%, var(--weights-soft));
  }
  .grid td.minus {
    --cell: color-mix(in oklab, var(--graphite) 45%, var(--weights-soft));
  }
  .grid td.off {
    background: repeating-linear-gradient(45deg, var(--hairline) 0 2px, transparent 2px 6px);
  }
  .grid td.right-cell {
    outline: 2px solid var(--text);
  }
  .grid td.given:not(.right-cell) {
    outline: 2px dashed var(--text);
  }
  .grid button {
    width: 100%;
    height: 100%;
    min-height: 40px;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
  }
  .grid button:hover {
    outline: 2px solid var(--control);
  }
  ${strengths}
  .matrices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: center;
  }
  .matrix {
    border-collapse: collapse;
    font-size: var(--small);
  }
  .matrix caption {
    color: var(--muted);
  }
  .matrix td {
    padding: 4px 5px;
    border: 1px solid var(--hairline);
    text-align: end;
  }
  .matrix th {
    padding-inline-end: 6px;
    font-weight: 400;
    text-align: end;
  }
  .matrix.Q td {
    color: var(--role-Q);
  }
`;
