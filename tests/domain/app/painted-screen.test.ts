import { describe, expect, it } from 'vitest'
import {
  insertPainted,
  isKeptBlank,
  keptKey,
  type PaintedScreen,
  paintedKey,
  shadowRules,
} from '#domain/app/painted-screen.ts'

const PAGE = '<html><body><div id="first-paint"><p>Risiti</p></div><div id="root"></div></body></html>'

function painted(changes: Partial<PaintedScreen> = {}): PaintedScreen {
  return {
    accountId: 'a',
    day: '2026-11-25',
    language: 'sw',
    colors: 'dark',
    html: '<main>Tsh 1,000</main>',
    css: 'main{color:red}',
    database: 9,
    ...changes,
  }
}

describe('a painted screen', () => {
  it('belongs to the dashboard or the whole list of invoices, not to a filtered list or another screen', () => {
    expect(paintedKey({ pathname: '/dashboard', search: '' })).toBe('/painted/dashboard.json')
    expect(paintedKey({ pathname: '/invoices', search: '' })).toBe('/painted/invoices.json')
    expect(paintedKey({ pathname: '/invoices', search: '?status=draft' })).toBeUndefined()
    expect(paintedKey({ pathname: '/invoices/1', search: '' })).toBeUndefined()
  })

  it('of the counter is kept of a new sale, whatever its draft, and no start with a draft shows it', () => {
    const counter = '/painted/new-invoice.json'
    expect(keptKey({ pathname: '/new-invoice', search: '?draft=0192-ab' })).toBe(counter)
    expect(paintedKey({ pathname: '/new-invoice', search: '' })).toBe(counter)
    expect(paintedKey({ pathname: '/new-invoice', search: '?draft=0192-ab' })).toBeUndefined()
    expect(keptKey({ pathname: '/new-invoice', search: '?draft=0192-ab&from=0191-cd' })).toBeUndefined()
    expect(keptKey({ pathname: '/invoices', search: '?draft=0192-ab' })).toBeUndefined()
    expect(keptKey({ pathname: '/dashboard', search: '' })).toBe('/painted/dashboard.json')
    expect([counter, '/painted/dashboard.json'].map(isKeptBlank)).toEqual([true, false])
  })

  it('is in a closed shadow tree before what the page showed, out of reach of screen readers', () => {
    const page = insertPainted(PAGE, painted())
    expect(page).toContain('<div id="first-paint" data-painted')
    expect(page).toMatch(/<template shadowrootmode="closed"><style>.*main\{color:red\}<\/style>/)
    expect(page).toContain(
      '<div aria-hidden="true" lang="sw" data-mantine-color-scheme="dark"><main>Tsh 1,000</main></div>',
    )
    expect(page).toContain('<p>Risiti</p></div><div id="root"></div>')
  })

  it('is shown by the last rule, when all of it has been read', () => {
    const [before, after] = insertPainted(PAGE, painted()).split('<main>Tsh 1,000</main>')
    expect(before).toContain(':host>div{display:none}')
    expect(before).not.toContain('display:block')
    expect(after).toContain('<style>:host>div{display:block}</style>')
  })

  it('is left out when it would end the part that holds it', () => {
    expect(insertPainted(PAGE, painted({ css: 'a{}</style><b>' }))).toBe(PAGE)
    expect(insertPainted(PAGE, painted({ html: '</template><b>' }))).toBe(PAGE)
    expect(insertPainted('<html></html>', painted())).toBe('<html></html>')
  })

  it('keeps dollar signs of a name as they are', () => {
    expect(insertPainted(PAGE, painted({ html: "<p>$& $' shop</p>" }))).toContain("<p>$& $' shop</p>")
  })

  it('has the rules of the page’s root on its host', () => {
    expect(shadowRules(':root { --a: 1 }')).toBe(':host { --a: 1 }')
    expect(shadowRules(':root, :host { --a: 1 }')).toBe(':host, :host { --a: 1 }')
    expect(shadowRules(':root[data-c="dark"] { --a: 1 }')).toBe(':host([data-c="dark"]) { --a: 1 }')
    expect(shadowRules(':root:not([data-c="light"]) { --a: 1 }')).toBe(
      ':host(:not([data-c="light"])) { --a: 1 }',
    )
  })
})
