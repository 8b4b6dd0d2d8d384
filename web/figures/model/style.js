import { css } from 'lit'

/** How the model figure looks. */
export const modelStyle = css`
  .text {
    padding: 0.9rem 1.1rem;
    display: grid;
    gap: 0.6rem;
    border-bottom: 1px solid var(--line);
  }
  textarea {
    width: 100%;
    resize: vertical;
    font-size: 1.05rem;
    line-height: 1.5;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    align-items: center;
    font-size: 0.875rem;
  }
  .chips .chip {
    white-space: normal;
    text-align: start;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 17rem;
    border-bottom: 1px solid var(--line);
  }
  .columns > * {
    padding: 0.9rem 1.1rem;
  }
  aside {
    border-left: 1px solid var(--line);
  }
  h2 {
    font: 600 0.84rem/1.4 var(--sans);
    color: var(--soft);
    margin: 0 0 0.5rem;
  }
  .outline {
    padding: 0.9rem 1.1rem;
    border-bottom: 1px solid var(--line);
    display: grid;
    gap: 0.5rem;
  }
  .outline h2 {
    margin: 0;
  }
  .stale {
    opacity: 0.45;
  }
  .stack {
    display: grid;
    gap: 1.1rem;
    align-content: start;
  }
  .heads {
    display: grid;
    gap: 0.35rem;
    overflow-x: auto;
    padding: 2px;
  }
  .layer {
    display: flex;
    gap: 0.35rem;
    align-items: center;
  }
  .layer > span {
    font-size: 0.74rem;
    color: var(--soft);
    min-width: 3.4rem;
  }
  .thumb {
    padding: 2px;
    border: 1.5px solid transparent;
    border-radius: 7px;
    background: none;
    cursor: pointer;
    line-height: 0;
    min-width: 26px;
    min-height: 26px;
  }
  .thumb:hover {
    border-color: var(--soft);
  }
  .thumb[aria-pressed='true'] {
    border-color: var(--a);
  }
  .tokens {
    max-height: 15rem;
    overflow: auto;
  }
  .problem {
    color: var(--warn);
    margin: 0;
  }
  p {
    margin: 0;
    font-size: 0.9rem;
  }
  p.soft {
    color: var(--soft);
    font-size: 0.84rem;
  }
  details {
    padding: 0.7rem 1.1rem;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  summary {
    cursor: pointer;
    font-weight: 600;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.2rem 1rem;
    margin: 0.6rem 0 0;
  }
  dt {
    color: var(--soft);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .content {
    padding-top: 0;
  }
  qkv-head {
    --cell: 2.45rem;
  }
  @container (max-width: 45rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    aside {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
    qkv-head {
      --cell: 2.3rem;
    }
    dl {
      grid-template-columns: 1fr;
    }
  }
`
