import { describe, expect, it } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { drawReport } from '#receipt-pdf/draw-report.ts'
import { tsh } from '../domain/example-invoice.ts'
import { readPdf } from '../support/read-pdf.ts'

function pagesOf(tables: readonly ReportTable[]) {
  return readPdf(
    new Uint8Array(
      drawReport({
        title: 'Ripoti ya mauzo',
        facts: ['Duka la Mfano', 'TIN 999000001'],
        tables,
        at: Date.parse('2026-11-23T10:00:00.000Z'),
        fileId: '0'.repeat(32),
      }),
    ),
  )
}

const days = (count: number): ReportTable => ({
  title: 'Sales by day',
  columns: ['Day', 'Invoices', 'VAT'],
  rows: Array.from({ length: count }, (_, n) => [
    { kind: 'day', day: '2026-11-23' as FiscalDay },
    { kind: 'count', count: n },
    { kind: 'amount', amount: tsh(1234567.5 + n) },
  ]),
})

describe('the PDF of a report', () => {
  it('says whose it is, and writes days, counts and amounts with two decimals, amounts flush at the right', () => {
    const [page] = pagesOf([days(2)])
    const texts = page?.texts.map(({ text }) => text) ?? []
    expect(texts).toEqual(
      expect.arrayContaining(['Ripoti ya mauzo', 'Duka la Mfano', 'TIN 999000001', '1 / 1']),
    )
    expect(texts).toEqual(expect.arrayContaining(['23-11-2026', '1,234,567.50', '1,234,568.50']))
  })

  it('continues on other pages with the headings again, loses no row and stays on the sheet', () => {
    const pages = pagesOf([days(400)])
    expect(pages.length).toBeGreaterThan(8)
    const rows = pages.flatMap(({ texts }) => texts.filter(({ text }) => text === '23-11-2026'))
    expect(rows).toHaveLength(400)
    for (const { texts, height, width } of pages) {
      expect(texts.some(({ text }) => text === 'Invoices')).toBe(true)
      for (const { x, y } of texts) {
        expect(y).toBeLessThan(height - 5)
        expect(x).toBeLessThan(width)
        expect(x).toBeGreaterThan(0)
      }
    }
  })

  it('writes a long name in full, on as many lines as it takes, and keeps its row on one page', () => {
    const name = (n: number) => `Simba Cement ${'Ordinary Portland '.repeat(8)}daraja ${n}`
    const rows: ReportTable['rows'] = Array.from({ length: 60 }, (_, n) => [
      { kind: 'text', text: name(n) },
      { kind: 'amount', amount: tsh(180 + n) },
      { kind: 'amount', amount: tsh(1180 + n) },
    ])
    const pages = pagesOf([{ title: 'Sales by product', columns: ['Product', 'VAT', 'Including VAT'], rows }])
    const written = pages.map(({ texts }) => texts.map(({ text }) => text).join(' '))
    for (let n = 0; n < 60; n += 1) {
      const page = written.findIndex((text) => text.includes(`daraja ${n} `))
      expect(written[page]).toContain(`${180 + n}.00`)
    }
    for (const { texts, height } of pages) for (const { y } of texts) expect(y).toBeLessThan(height - 5)
    const [firstPage] = pages
    const lines = firstPage?.texts.filter(({ text }) => /Portland|daraja/.test(text)).map(({ y }) => y) ?? []
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('writes a long text in a column of values on several lines, beside neither its name nor the next column', () => {
    const office = 'Ofisi ya Kodi ya Mkoa wa Kagera na Wilaya za Kanda ya Ziwa Magharibi'
    const cells = (texts: readonly string[]) => texts.map((text) => ({ kind: 'text' as const, text }))
    const long = `${office} ${office} ${office}`
    const [page] = pagesOf([
      { title: 'Kifaa', columns: ['', 'Maelezo'], rows: [cells(['Ofisi ya kodi', long])] },
      {
        title: 'Wateja',
        columns: ['', 'Jina la mteja aliyenunua kwa mkopo', 'Simu'],
        rows: [cells(['1', long, '255700000101'])],
      },
    ])
    const texts = page?.texts ?? []
    const written = texts.map(({ text }) => text).join(' ')
    for (const word of long.split(' ')) expect(written).toContain(word)
    const startOf = (part: string) => texts.filter(({ text }) => text.includes(part)).map(({ x }) => x)
    // The name column ends before the first value begins: numbers have 31 mm each, a single text twice that.
    for (const x of startOf('Kodi ya')) expect(x).toBeGreaterThan(130)
    for (const x of startOf('mteja')) expect(x).toBeGreaterThan(130)
    const rows = texts.filter(({ text }) => /Ofisi|Magharibi/.test(text))
    expect(new Set(rows.map(({ x, y }) => `${x} ${y}`)).size).toBe(rows.length)
  })
})
