import { css } from 'lit'

/** What every drawn chart shares: its size, its lettering, its grid. */
export const chartStyle = css`
  svg {
    display: block;
    width: 100%;
    height: auto;
    font: 12px var(--sans);
    overflow: visible;
  }
  .grid {
    stroke: var(--line);
  }
  text {
    fill: var(--soft);
  }
`
