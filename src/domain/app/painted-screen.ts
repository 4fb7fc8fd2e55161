/**
 * The picture of a screen as it was last seen, which the worker puts into the page so that it is shown before any script
 * has run. It holds markup and style rules, no script.
 */
export type PaintedScreen = {
  readonly accountId: string
  /** The day on which it was taken: a screen of another day says *today* of the wrong one. */
  readonly day: string
  readonly language: 'sw' | 'en'
  readonly colors: 'light' | 'dark'
  readonly html: string
  readonly css: string
  /** The version of the phone's database at that time. */
  readonly database: number
}

/** Where a phone keeps them: one for each address. */
export const PAINTED_CACHE = 'risiti-painted'

/** The screens that a start of the app shows. */
const COUNTER = '/new-invoice'
const PAINTED_PATHS: readonly string[] = ['/dashboard', '/invoices', COUNTER]

type Address = { readonly pathname: string; readonly search: string }

/** The key of the screen that an address starts with; `undefined` for one that is not painted, such as a filtered list. */
export function paintedKey({ pathname, search }: Address): string | undefined {
  return PAINTED_PATHS.includes(pathname) && search === '' ? `/painted${pathname}.json` : undefined
}

/** The key under which a shown screen is kept: the counter has its draft in the address, with which no start begins. */
export function keptKey({ pathname, search }: Address): string | undefined {
  const isNewSale = pathname === COUNTER && /^\?draft=[^&]+$/.test(search)
  return paintedKey({ pathname, search: isNewSale ? '' : search })
}

/** Whether a screen is kept only while nothing was entered in it: what was belongs to one sale. */
export function isKeptBlank(key: string): boolean {
  return key === paintedKey({ pathname: COUNTER, search: '' })
}

/** Style rules for the whole page, written for the shadow tree that holds the painted screen. */
export function shadowRules(css: string): string {
  return css.replace(/:root((?:\[[^\]]*\]|:(?:not|where|is)\([^()]*\))*)/g, (_, rest: string) =>
    rest === '' ? ':host' : `:host(${rest})`,
  )
}

const PLACE = '<div id="first-paint">'

/**
 * The page with the screen inside, in a closed shadow tree: no rule and no search of the app reaches it. It covers the
 * app, lets every touch through, and is no part of what a screen reader reads; the way past a page that does not come up
 * lies over it. A last rule shows it when all of it has been read: in pieces it would move. Without its place the page
 * stays as it is.
 */
export function insertPainted(page: string, { language, colors, html, css }: PaintedScreen): string {
  // Either would end the part that holds it.
  if (/<\/style/i.test(css) || /<\/?template/i.test(html)) return page
  const cover = `:host{position:fixed;inset:0;z-index:1000;overflow:hidden;pointer-events:none;background:var(--r-bg)}:host>div{display:none}`
  const place = `<div id="first-paint" data-painted data-mantine-color-scheme="${colors}">`
  const tree = `<template shadowrootmode="closed"><style>${cover}${css}</style><div aria-hidden="true" lang="${language}" data-mantine-color-scheme="${colors}">${html}</div><style>:host>div{display:block}</style><slot name="retry"></slot></template>`
  return page.replace(PLACE, () => `${place}${tree}`)
}
