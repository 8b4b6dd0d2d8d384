import { css } from 'lit'

/** A row of large numbers with their names below: dl.facts. */
export const factsStyle = css`
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 2.2rem;
    margin: 0;
  }
  .facts div {
    display: flex;
    flex-direction: column-reverse;
  }
  .facts dd {
    margin: 0;
    font: 600 1.35rem/1.25 var(--serif);
    font-variant-numeric: tabular-nums;
  }
  .facts dt {
    color: var(--soft);
    font-size: 0.8rem;
  }
`
