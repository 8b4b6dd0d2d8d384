import { css } from 'lit'

/** What all figures look like, and the parts that many are made of: .bar, .content, .columns, .say, .why, table.numbers. */
export const figureStyle = css`
  :host {
    container-type: inline-size;
  }
  figure {
    margin: 0;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 14px;
    overflow: clip;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0.45rem 0.7rem;
    align-items: center;
    padding: 0.65rem 1.1rem;
    border-bottom: 1px solid var(--line);
    font-size: 0.875rem;
  }
  /* Wraps as one group. */
  .bar .history {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.45rem;
    margin-left: auto;
  }
  .bar label {
    display: inline-flex;
    align-items: center;
    gap: 0.45rem;
    max-width: 100%;
  }
  .bar select {
    min-width: 0;
  }
  .bar input[type='text'] {
    width: min(16rem, 60vw);
  }
  .bar input.size {
    width: 4rem;
  }
  .bar input[type='range'] {
    width: 6.5rem;
  }
  .bar output {
    font-variant-numeric: tabular-nums;
    min-width: 2.4em;
  }
  .content {
    padding: 0.9rem 1.1rem;
  }
  /* Parts side by side where there is room. */
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: 1.4rem;
    align-items: start;
  }
  .columns > * {
    min-width: 0;
  }
  /* Parts one below the other. */
  .stack {
    display: grid;
    gap: 1rem;
    align-content: start;
  }
  .stack > * {
    min-width: 0;
  }
  h2 {
    font: 600 0.84rem/1.4 var(--sans);
    color: var(--soft);
    margin: 0 0 0.5rem;
  }
  h2 b {
    color: var(--ink);
  }
  p {
    margin: 0;
  }
  .soft {
    color: var(--soft);
    font-size: 0.875rem;
  }
  .warn {
    color: var(--warn);
  }
  .ok {
    color: var(--v);
  }
  /* What the picture shows, in a sentence. */
  .say {
    padding: 0.8rem 1.1rem;
    border-top: 1px solid var(--line);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
  }
  .scroll {
    max-width: 100%;
    overflow-x: auto;
  }
  table.numbers {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    font-size: 0.9rem;
  }
  .numbers :is(th, td) {
    padding: 0.3rem 0.7rem 0.3rem 0;
    border-bottom: 1px solid var(--line);
    text-align: start;
    font-weight: 400;
  }
  .numbers td {
    font-weight: 600;
  }
  .numbers :is(thead th, tbody th) {
    color: var(--soft);
  }
  .notice {
    padding: 0.55rem 1.1rem;
    border-bottom: 1px solid var(--line);
    color: var(--warn);
    font-size: 0.9rem;
  }
  .notice.calm {
    color: var(--soft);
  }
  .loading {
    padding: 3rem 1.1rem;
    text-align: center;
    color: var(--soft);
  }
  figcaption {
    padding: 0.6rem 1.1rem;
    border-top: 1px solid var(--line);
    color: var(--soft);
    font-size: 0.84rem;
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.4rem;
    justify-content: space-between;
  }
  [data-step].lit {
    outline: 2.5px solid var(--focus);
    outline-offset: 3px;
    border-radius: 6px;
  }
  :is(tr, th, td)[data-step].lit {
    outline: none;
    background: color-mix(in srgb, currentColor 16%, var(--surface));
  }
  @container (max-width: 40rem) {
    .bar,
    .content,
    .say,
    figcaption,
    .notice {
      padding-left: 0.8rem;
      padding-right: 0.8rem;
    }
  }
  @media print {
    .content > *,
    section,
    table {
      break-inside: avoid;
    }
    .bar {
      display: none;
    }
  }
`
