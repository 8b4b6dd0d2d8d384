import { css } from 'lit'
import { lengthTimesStyle } from '../base/length-times.js'

export const flashStyle = [
  lengthTimesStyle,
  css`
    .two {
      display: grid;
      grid-template-columns: minmax(0, 22rem) minmax(0, 1fr);
      gap: 1.6rem;
      align-items: start;
    }
    .kept {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
      gap: 1.2rem 1.6rem;
      align-items: start;
    }
    h2.part {
      padding: 0.9rem 1.1rem 0;
      margin: 0;
    }
    section + section {
      border-top: 1px solid var(--line);
    }
    .map {
      display: grid;
      gap: 3px;
      aspect-ratio: 1;
      width: min(100%, 19rem);
    }
    .tile {
      display: grid;
      font: inherit;
      padding: 0;
      min-width: 0;
      min-height: 0;
      border: 1.5px solid var(--line);
      border-radius: 5px;
      background: none;
      color: var(--soft);
      overflow: hidden;
    }
    .tile.open {
      border-style: dashed;
      cursor: pointer;
    }
    .tile.next {
      border: 2px solid var(--a);
    }
    .tile.past {
      place-items: center;
      background: color-mix(in srgb, var(--soft) 7%, var(--surface));
    }
    .tile.past small {
      font-size: 0.78rem;
    }
    .tile.hidden {
      background: repeating-linear-gradient(
        45deg,
        transparent 0 5px,
        color-mix(in srgb, var(--soft) 28%, transparent) 5px 6.5px
      );
    }
    .tile.current {
      border: 2px solid var(--ink);
    }
    .cells {
      display: grid;
      height: 100%;
      gap: 1px;
    }
    .cells i {
      display: grid;
      place-items: center;
      font: 600 0.9rem/1 var(--sans);
      font-variant-numeric: tabular-nums;
      color: var(--ink);
      background: color-mix(in srgb, var(--a) 22%, var(--surface));
    }
    .cells i.down {
      background: color-mix(in srgb, var(--x) 14%, var(--surface));
    }
    .cells i.cut {
      background: none;
    }
    .pair {
      display: flex;
      flex-wrap: wrap;
      gap: 1rem 1.6rem;
      align-items: flex-start;
    }
    .pair > * {
      min-width: 0;
    }
    .bet p {
      font-size: 0.95rem;
      margin: 0 0 0.2rem;
    }
    .gauges .was {
      color: var(--soft);
      font-weight: 400;
    }
    .gauges :is(th, td) {
      white-space: nowrap;
    }
    .shrinks {
      color: var(--warn);
    }
    .meter {
      position: relative;
      display: block;
      height: 0.45rem;
      margin-top: 0.2rem;
      min-width: 6rem;
    }
    .meter i {
      position: absolute;
      inset: 0 auto 0 0;
      transform-origin: left;
      border-radius: 2px;
    }
    .meter .now {
      background: color-mix(in srgb, var(--a) 35%, var(--surface));
    }
    .meter .old {
      background: var(--a);
      transition: transform 0.5s;
    }
    .meter .ghost {
      border: 1px dashed var(--soft);
    }
    @media (prefers-reduced-motion: reduce) {
      .meter .old {
        transition: none;
      }
    }
    .say p + p {
      margin-top: 0.3rem;
    }
    caption {
      text-align: start;
      color: var(--soft);
      padding-bottom: 0.3rem;
    }
    /* A textbook's column: still side by side, so that both fit a screen. */
    @container (max-width: 60rem) {
      .two {
        grid-template-columns: 14rem minmax(0, 1fr);
        gap: 1.2rem;
        --cell: 2.1rem;
      }
      .map {
        width: min(100%, 13rem);
      }
      .pair {
        gap: 0.8rem 0.9rem;
      }
      .gauges :is(th, td) {
        padding-right: 0.4rem;
        font-size: 0.8rem;
      }
      .meter {
        min-width: 4rem;
      }
    }
    @container (max-width: 38rem) {
      .two {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `,
]
