// Colours and type, once for all figures. Query is blue, key is orange, value is green, weights are violet, everywhere.
import { css, unsafeCSS } from 'lit'

const light = `--paper:#fbfaf7;--surface:#fff;--ink:#1d1f24;--soft:#565d69;--line:#e2dfd6;--q:#1f5fd0;--k:#a84e08;--v:#157a3a;
--a:#6d28d9;--x:#475569;--neg:#6b7280;--focus:#111827;--on-strong:#fff;--warn:#9a3412;--hatch:#cfcabc;color-scheme:light;`
const dark = `--paper:#15171c;--surface:#1c1f26;--ink:#e8e6e1;--soft:#a3aab6;--line:#31363f;--q:#7fb0ff;--k:#f0a65e;--v:#6fd08c;
--a:#b794ff;--x:#a5b0c0;--neg:#9ca3af;--focus:#fff;--on-strong:#15171c;--warn:#fdba74;--hatch:#454b56;color-scheme:dark;`

// Where the reader has set the colours, they are all there is: the palette is made of them, and every picture keeps its
// bars, hatching and shades, in these colours. (Left to itself the browser takes backgrounds and gradients away.)
const forced = `--paper:Canvas;--surface:Canvas;--ink:CanvasText;--soft:CanvasText;--line:color-mix(in srgb,CanvasText 45%,Canvas);
--q:LinkText;--k:CanvasText;--v:LinkText;--a:Highlight;--x:CanvasText;--neg:GrayText;--focus:Highlight;--on-strong:HighlightText;
--warn:CanvasText;--hatch:color-mix(in srgb,CanvasText 50%,Canvas);forced-color-adjust:none;`

/** Colour variables on the host, by its attribute `appearance` (appearance.js). */
export const palette = css`
  :host {
    ${unsafeCSS(light)}
  }
  :host([appearance='dark']) {
    ${unsafeCSS(dark)}
  }
  @media (forced-colors: active) {
    :host,
    :host([appearance]) {
      ${unsafeCSS(forced)}
    }
  }
  :host {
    /* Latin fonts of every system come first: where none is there, a Chinese one would give English its quotation marks. */
    --sans:
      Inter, 'Segoe UI', system-ui, Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans',
      'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
    --serif:
      Charter, 'Source Serif 4', Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', 'Songti SC',
      'Noto Serif CJK SC', serif;
    --cell: 2.8rem;
    --names: 6rem;
  }
`

/** A list that is laid out as something else. */
export const plainList = css`
  ol,
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
`

/** Where this project begins in somebody else's page: nothing that is inherited there leaks in. */
export const bounds = css`
  :host {
    all: initial;
    direction: ltr; /* not part of "all"; texts in other directions say so themselves */
    unicode-bidi: isolate;
  }
`

/** What every component starts from. */
export const base = css`
  :host {
    display: block;
    font: 1rem/1.6 var(--sans);
    color: var(--ink);
    box-sizing: border-box;
    print-color-adjust: exact; /* colours are numbers here */
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  .q {
    color: var(--q);
  }
  .k {
    color: var(--k);
  }
  .v {
    color: var(--v);
  }
  .a {
    color: var(--a);
  }
  .x {
    color: var(--x);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`

/** Buttons, chips, selects and fields. */
export const controls = css`
  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  .chip,
  .button {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2rem;
    padding: 0.15rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: 999px;
    background: var(--surface);
    color: inherit;
    font-size: 0.875rem;
    white-space: nowrap;
    text-decoration: none;
  }
  button.chip,
  .button {
    cursor: pointer;
  }
  button.chip:hover:enabled,
  .button:hover:enabled {
    border-color: var(--soft);
  }
  .chip[aria-pressed='true'] {
    background: var(--ink);
    color: var(--surface);
    border-color: var(--ink);
  }
  .button.primary {
    background: var(--a);
    border-color: var(--a);
    color: var(--on-strong);
    font-weight: 600;
  }
  button:disabled {
    color: var(--soft);
    opacity: 0.55;
    cursor: default;
  }
  select {
    min-height: 2rem;
    border: 1px solid var(--line);
    border-radius: 999px;
    background: var(--surface);
    padding: 0.15rem 0.6rem;
    font-size: 0.875rem;
    max-width: 100%;
  }
  input[type='text'],
  input[type='number'],
  textarea {
    min-height: 2rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--surface);
    padding: 0.2rem 0.6rem;
    font-size: 0.95rem;
  }
  input[type='range'] {
    accent-color: var(--a);
    min-height: 1.5rem;
  }
  /* On paper there is nothing to press: what is chosen stands there, and what only helps to press is gone. */
  @media print {
    .button,
    button.chip:not([aria-pressed='true']),
    input[type='range'],
    .screen {
      display: none;
    }
    textarea {
      resize: none;
      min-height: 6rem;
    }
  }
`
