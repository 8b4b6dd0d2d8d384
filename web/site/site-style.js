import { css } from 'lit'

/** How the site looks. */
export const siteStyle = css`
  :host {
    min-height: 100vh;
    background: var(--paper);
    display: flex;
    flex-direction: column;
  }
  .skip {
    position: absolute;
    left: -100rem;
  }
  .skip:focus {
    left: 1rem;
    top: 0.5rem;
    z-index: 9;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 1.2rem;
    align-items: center;
    padding: 0.7rem max(1.25rem, calc((100vw - 1180px) / 2));
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  .brand {
    font: 600 1.08rem/1.3 var(--serif);
    color: inherit;
    text-decoration: none;
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    white-space: nowrap;
  }
  .brand i {
    display: inline-grid;
    grid-template-columns: repeat(3, 0.55rem);
    gap: 2px;
  }
  .brand i b {
    width: 0.55rem;
    height: 0.55rem;
    border-radius: 2px;
    background: currentColor;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.2rem;
    flex: 1;
  }
  nav a {
    color: var(--soft);
    text-decoration: none;
    font-size: 0.92rem;
    padding: 0.3rem 0.65rem;
    border-radius: 999px;
    white-space: nowrap;
  }
  nav a:hover {
    color: var(--ink);
  }
  nav a[aria-current='page'] {
    color: var(--ink);
    background: color-mix(in srgb, var(--ink) 8%, var(--surface));
    font-weight: 600;
  }
  .settings {
    display: flex;
    gap: 0.4rem;
  }
  main {
    flex: 1;
    width: 100%;
    max-width: 1180px;
    margin: 0 auto;
    padding: 2rem 1.25rem 3rem;
  }
  main:focus {
    outline: none;
  }
  h1 {
    font: 600 1.75rem/1.25 var(--serif);
    margin: 0 0 0.3rem;
    text-wrap: balance;
  }
  .lede {
    max-width: 46rem;
    margin: 0 0 1.4rem;
    color: var(--soft);
    font-size: 1.05rem;
  }
  .lede b {
    font-weight: 600;
  }
  .note {
    color: var(--warn);
    margin: 0 0 1rem;
  }
  footer {
    padding: 1.1rem max(1.25rem, calc((100vw - 1180px) / 2)) 1.6rem;
    color: var(--soft);
    font-size: 0.84rem;
    border-top: 1px solid var(--line);
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.5rem;
    justify-content: space-between;
  }
  .hero {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    gap: 2.2rem;
    align-items: center;
    padding: 1.2rem 0 2.2rem;
  }
  .hero h1 {
    font-size: 2.3rem;
    line-height: 1.18;
    margin-bottom: 0.7rem;
  }
  .hero ul {
    margin: 0;
    padding: 0;
    list-style: none;
    display: grid;
    gap: 0.4rem;
    color: var(--soft);
    font-size: 0.95rem;
  }
  .begin {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    margin: 1.4rem 0 0;
  }
  .hero li {
    padding-left: 1.4rem;
    position: relative;
  }
  .hero li::before {
    content: '✓';
    color: var(--v);
    position: absolute;
    left: 0;
  }
  h2 {
    font: 600 1.1rem/1.3 var(--serif);
    margin: 0 0 0.8rem;
  }
  .ways {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
    gap: 1rem;
  }
  .way {
    display: grid;
    gap: 0.35rem;
    align-content: start;
    padding: 1.1rem 1.2rem;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 14px;
    color: inherit;
    text-decoration: none;
  }
  .way:hover {
    border-color: var(--soft);
  }
  .way svg {
    height: 3rem;
    width: auto;
    justify-self: start;
    margin-bottom: 0.3rem;
  }
  .line {
    color: var(--line);
  }
  .way strong {
    font: 600 1.08rem/1.3 var(--serif);
  }
  .way span {
    color: var(--soft);
    font-size: 0.92rem;
    line-height: 1.55;
  }
  @media (max-width: 860px) {
    .hero,
    .ways {
      grid-template-columns: minmax(0, 1fr);
    }
    .hero {
      gap: 1.2rem;
      padding-top: 0;
    }
    .hero h1 {
      font-size: 1.75rem;
    }
  }
  @media (max-width: 640px) {
    main {
      padding: 1.1rem 0.75rem 2rem;
    }
    header {
      padding: 0.55rem 0.75rem;
    }
    nav {
      order: 3;
      flex-basis: 100%;
    }
    nav a {
      padding: 0.3rem 0.5rem;
    }
    .settings {
      margin-left: auto;
    }
    h1 {
      font-size: 1.4rem;
    }
  }
  @media print {
    :host {
      background: none;
    }
    header,
    footer {
      display: none;
    }
  }
`
