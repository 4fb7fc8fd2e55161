import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  isKeptBlank,
  keptKey,
  PAINTED_CACHE,
  type PaintedScreen,
  shadowRules,
} from '#domain/app/painted-screen.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { makeRouter } from '#routes/-make-router.ts'
import type { Account } from '#session/account.ts'
import { pagePorts } from './page-ports.ts'

/** After a screen is shown, its lazy parts and its pictures of figures arrive. */
const SETTLED_MS = 2_000

const UPDATING: MessageDescriptor = msg`Being brought up to date…`
/** What is true of one moment only, such as *All sent*, keeps its place and is not shown. */
const OWN_RULES =
  '[data-now]{visibility:hidden}.painted-mark{position:fixed;inset:auto 0 5.5rem;margin:auto;width:fit-content;padding:.25rem .875rem;border-radius:1rem;background:var(--r-text);color:var(--r-bg);font-size:.875rem}'

/**
 * What the next start comes up without: a sheet or another dialog, a bar of chosen rows, a search, what is still fetched.
 * A sheet and the bar are at the bottom edge: they would grow upwards while the page is read.
 */
const PASSING =
  'dialog[open], [role="dialog"], #root :is([aria-busy="true"], aside, [type="search"]:not(:placeholder-shown))'
/** Left out of the copy: what has no place in a shadow tree, and a message of the moment, which has a button to hide it. */
const UNWANTED = 'style, script, template, [aria-live]:has(button)'

/** What the screen inherits from the page around it; a computed line height is in pixels, which would not follow the font. */
function inheritedRule(): string {
  const { font, fontSize, lineHeight, color, fontVariantNumeric } = getComputedStyle(document.body)
  const lines = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
  const height = Number.isFinite(lines) ? `line-height:${lines};` : ''
  return `:host{font:${font};${height}color:${color};font-variant-numeric:${fontVariantNumeric}}`
}

/** The rules of a sheet as text for a shadow tree, as far as they were read, and how many it had then. */
type ReadRules = { readonly count: number; readonly texts: string[] }

const readRules = new WeakMap<CSSStyleSheet, ReadRules>()
/** All of them at once would keep a slow phone from answering for a tenth of a second. */
const RULES_AT_ONCE = 150

/** Reads further rules of a sheet, and says whether all are read; those of another origin cannot be and are left out. */
function readFurther(sheet: CSSStyleSheet, most: number): boolean {
  try {
    const { cssRules } = sheet
    const known = readRules.get(sheet)
    const read = known?.count === cssRules.length ? known : { count: cssRules.length, texts: [] }
    readRules.set(sheet, read)
    const end = Math.min(read.texts.length + most, read.count)
    for (let at = read.texts.length; at < end; at += 1) {
      read.texts.push(shadowRules(cssRules[at]?.cssText ?? ''))
    }
    return end === read.count
  } catch {
    return true
  }
}

/** All rules of the page; those that were read before are not read again. */
function allRules(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      readFurther(sheet, Number.POSITIVE_INFINITY)
      return readRules.get(sheet)?.texts ?? []
    })
    .join('\n')
}

/** A copy of what is shown. Our policy forbids styles of single elements in a page, so they become rules. */
function copyOf(root: Element): { readonly html: string; readonly css: string } {
  const copy = document.createElement('div')
  copy.append(...[...root.children].map((child) => child.cloneNode(true)))
  for (const unwanted of copy.querySelectorAll(UNWANTED)) unwanted.remove()
  const rules = [...copy.querySelectorAll('[style]')].map((element, at) => {
    const style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
    element.setAttribute('data-painted', String(at))
    return `[data-painted="${at}"]{${style}}`
  })
  const mark = document.createElement('p')
  mark.className = 'painted-mark'
  mark.textContent = i18n._(UPDATING)
  copy.append(mark)
  return {
    html: copy.innerHTML,
    css: [allRules(), inheritedRule(), ...rules, OWN_RULES].join('\n'),
  }
}

/** Whether the screen is whole and as it comes up: at its top, with nothing that passes, the counter with an empty cart. */
function isSettled(root: Element, key: string): boolean {
  return (
    window.scrollY === 0 &&
    root.querySelector('main') !== null &&
    document.querySelector(PASSING) === null &&
    (!isKeptBlank(key) || root.querySelector('[data-blank]') !== null)
  )
}

/**
 * Keeps the picture of the dashboard, the list of invoices and the empty counter as they are left, for the account that is
 * signed in. `account` gives it, or nothing when another user is, or none.
 */
export function keepPaintedScreens(
  router: ReturnType<typeof makeRouter>,
  account: () => Promise<Account | undefined>,
): void {
  const root = document.querySelector('#root')
  if (!root || !('caches' in window)) return

  async function keep(): Promise<void> {
    const key = keptKey(window.location)
    if (!root || key === undefined || !isSettled(root, key)) return
    const { html, css } = copyOf(root)
    const { lang, dataset } = document.documentElement
    const opened = await account()
    if (!opened) return
    const { id, db } = opened
    const painted: PaintedScreen = {
      accountId: id,
      day: fiscalDayOf(toInstant(pagePorts.clock.now())),
      language: lang === 'en' ? 'en' : 'sw',
      colors: dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light',
      html,
      css,
      database: db.verno,
    }
    await (await caches.open(PAINTED_CACHE)).put(key, Response.json(painted))
    // Locked or logged out meanwhile, by this page or by another one.
    if ((await account())?.id !== id) await caches.delete(PAINTED_CACHE)
  }

  // Without room on the phone it starts as it did before.
  const keepNow = () => void keep().catch(() => undefined)
  const idle = window.requestIdleCallback ?? setTimeout
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    const keepWhenRead = () => {
      // Another screen has been opened meanwhile.
      if (timer !== own) return
      const allRead = [...document.styleSheets].every((sheet) => readFurther(sheet, RULES_AT_ONCE))
      if (allRead) keepNow()
      else idle(keepWhenRead)
    }
    const own = setTimeout(() => idle(keepWhenRead), SETTLED_MS)
    timer = own
  }
  router.subscribe('onResolved', keepSoon)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepNow()
  })
  keepSoon()
}
