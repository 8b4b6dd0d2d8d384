import { css } from 'lit'

/** How lessons read: a column of prose, figures as wide as the page. */
export const lessonStyle = css`
  :host {
    display: block;
  }
  article {
    font: 1.06rem/1.85 var(--sans);
  }
  article > * {
    max-width: 44rem;
    margin-left: auto;
    margin-right: auto;
  }
  article > .wide {
    max-width: 100%;
    margin-top: 1.6rem;
    margin-bottom: 1.6rem;
  }
  article > qkv-choose,
  article > qkv-order,
  article > qkv-answer {
    margin-top: 1.4rem;
    margin-bottom: 1.4rem;
  }
  .unknown {
    color: var(--warn);
  }
  .head {
    border-bottom: 1px solid var(--line);
    padding-bottom: 0.9rem;
    margin-bottom: 1.2rem;
  }
  .head p {
    margin: 0;
    color: var(--soft);
  }
  h1 {
    font: 600 1.9rem/1.25 var(--serif);
    margin: 0 0 0.4rem;
    text-wrap: balance;
  }
  h2 {
    font: 600 1.3rem/1.35 var(--serif);
    margin-top: 2.2rem;
    margin-bottom: 0.5rem;
  }
  h3 {
    font: 600 1.08rem/1.4 var(--serif);
    margin-top: 1.6rem;
    margin-bottom: 0.4rem;
  }
  .anchor {
    color: var(--soft);
    text-decoration: none;
    font-weight: 400;
    opacity: 0;
  }
  h2:hover .anchor,
  h3:hover .anchor,
  .anchor:focus {
    opacity: 1;
  }
  p,
  ul,
  ol,
  .formula {
    margin-top: 0.8rem;
    margin-bottom: 0.8rem;
  }
  .formula {
    overflow-x: auto;
    font-size: 1.12rem;
    text-align: center;
    padding: 0.3rem 0;
  }
  .s-q,
  b.q {
    color: var(--q);
  }
  .s-k,
  b.k {
    color: var(--k);
  }
  .s-v,
  .s-output,
  b.v {
    color: var(--v);
  }
  .s-scores,
  .s-weights,
  b.a {
    color: var(--a);
  }
  [class^='s-'] {
    border-radius: 4px;
  }
  [class^='s-']:hover,
  [class^='s-'].lit {
    background: color-mix(in srgb, currentColor 18%, transparent);
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.25rem 0.8rem;
    border-bottom: 1px solid var(--line);
    text-align: start;
  }
  .end {
    text-align: end;
  }
  .middle {
    text-align: center;
  }
  .closer {
    margin-left: -0.1667em;
  }
  code {
    font-size: 0.92em;
  }
  a {
    color: var(--a);
  }
  nav {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    border-top: 1px solid var(--line);
    margin-top: 2.5rem;
    padding-top: 1rem;
  }
  nav a {
    text-decoration: none;
  }
  nav span {
    display: block;
    color: var(--soft);
    font-size: 0.84rem;
  }
  kbd {
    border: 1px solid var(--line);
    border-radius: 4px;
    padding: 0 0.3rem;
    font: 0.75rem/1.4 var(--sans);
  }
  .keys {
    color: var(--soft);
    font-size: 0.84rem;
    text-align: end;
    margin-top: 0.6rem;
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 0.9rem;
    justify-content: flex-end;
    align-items: center;
  }
  .keys .letter {
    width: 2.2rem;
    text-align: center;
    font: inherit;
  }
  nav .next {
    text-align: end;
    margin-left: auto;
  }
  /* The list of all of them holds two dozen: two columns where there is room. */
  article.all > * {
    max-width: 64rem;
  }
  .contents {
    list-style: none;
    padding: 0;
    margin-top: 0;
    margin-bottom: 0;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr));
    gap: 0.7rem;
  }
  .contents li {
    display: grid;
  }
  .contents a {
    display: grid;
    grid-template-columns: 2.4rem minmax(0, 1fr) auto;
    gap: 0.2rem 0.8rem;
    align-items: baseline;
    padding: 0.9rem 1.1rem;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--surface);
    color: inherit;
    text-decoration: none;
  }
  .contents a:hover {
    border-color: var(--soft);
  }
  .contents .number {
    font: 600 1.3rem/1 var(--serif);
    color: var(--a);
  }
  .contents strong {
    font: 600 1.1rem/1.35 var(--serif);
  }
  .contents small {
    color: var(--soft);
    font-size: 0.84rem;
    white-space: nowrap;
  }
  .contents .summary {
    grid-column: 2 / -1;
    color: var(--soft);
    font-size: 0.95rem;
    line-height: 1.55;
  }
  @media (max-width: 640px) {
    article {
      font-size: 1rem;
    }
    h1 {
      font-size: 1.5rem;
    }
  }
  @media print {
    nav,
    .keys,
    .anchor,
    .again {
      display: none;
    }
    h2,
    h3 {
      break-after: avoid;
    }
    article > .wide {
      margin: 0.8rem 0;
    }
  }
`
