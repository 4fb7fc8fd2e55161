import type { Browser } from 'playwright'
import { encode } from 'uqr'
import type { MadeReceipt } from './made-receipts.ts'

/** How a paper was photographed. */
type Shot = {
  /** Degrees. */
  readonly tilt: number
  /** Points of softness. */
  readonly blur: number
  /** Quarters to the right. */
  readonly quarters: number
  readonly font: string
  /** From 0 to 1: how pale the print is. */
  readonly pale: number
  readonly hasCode: boolean
  readonly quality: number
}

const FONTS = ['DejaVu Sans Mono', 'Liberation Mono', 'DejaVu Sans', 'Liberation Sans'] as const

/** The shot with a number: straight, tilted, soft, pale, turned, with a code or without. */
export function shotOf(number: number): Shot {
  return {
    tilt: [0, 2, -3, 4, -1.5][number % 5] ?? 0,
    blur: [0, 0.5, 0.8][number % 3] ?? 0,
    quarters: [0, 0, 0, 1, 0, 2, 3][number % 7] ?? 0,
    font: FONTS[number % FONTS.length] ?? 'monospace',
    pale: [0, 0.25, 0.45][number % 3] ?? 0,
    hasCode: number % 4 !== 2,
    quality: [80, 65, 55][number % 3] ?? 80,
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function codeMarkup(text: string): string {
  const { data, size } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg viewBox="0 0 ${size} ${size}" width="190" shape-rendering="crispEdges"><path d="${dark.join('')}"/></svg>`
}

/** A photo, as JPEG, of a paper with this receipt on a table. */
export async function photographReceipt(
  browser: Browser,
  { lines, qr }: MadeReceipt,
  { tilt, blur, quarters, font, pale, hasCode, quality }: Shot,
): Promise<Buffer> {
  const grey = Math.round(25 + pale * 170)
  const size = { width: quarters % 2 === 1 ? 1300 : 900, height: quarters % 2 === 1 ? 900 : 1300 }
  const page = await browser.newPage({ viewport: size })
  try {
    await page.setContent(`<style>
      body { margin: 0; height: 100vh; display: grid; place-items: center; overflow: hidden;
        background: linear-gradient(35deg, #6b5846, #a58d74) }
      main { background: linear-gradient(110deg, #fdfcf8, #d9d6cf); color: rgb(${grey},${grey},${grey + 8});
        font: 21px/1.4 '${font}', monospace; padding: 26px 30px; white-space: pre; width: 600px; box-sizing: border-box;
        transform: rotate(${tilt + quarters * 90}deg); filter: blur(${blur}px); text-align: left }
      svg { display: block; margin: 12px auto; fill: rgb(${grey},${grey},${grey}) }
    </style><main>${lines.map(escaped).join('\n')}${hasCode ? codeMarkup(qr) : ''}</main>`)
    return await page.screenshot({ type: 'jpeg', quality })
  } finally {
    await page.close()
  }
}
