import { expect, type Locator, type Page } from '@playwright/test'
import jsqr from 'jsqr'

/** The figures that must be equal wherever a receipt is shown; as printed, `13,500.00`. */
export type Figures = {
  readonly total: string
  readonly tax: string
  readonly excluding: string
  readonly discount: string | undefined
  /** Global counter. */
  readonly number: string
  /** Daily counter and Z number. */
  readonly z: string
}

export type Paper = {
  readonly figures: Figures
  readonly code: string
  /** What a phone's camera reads from the code on the paper. */
  readonly qrText: string
  readonly verifyUrl: string
  /** Total in the heading of the screen, in cents. */
  readonly heading: number
}

function amountIn(text: string): string {
  return text.replace(/^Tsh\s/, '').trim()
}

async function readTerms(container: Locator): Promise<Map<string, string>> {
  const rows = await container.locator('dt').evaluateAll((terms) =>
    terms.map((term): [string, string] => {
      const value = term.nextElementSibling
      for (const small of value?.querySelectorAll('small') ?? []) small.remove()
      return [(term.textContent ?? '').replace(/:$/, ''), (value?.textContent ?? '').trim()]
    }),
  )
  return new Map(rows)
}

function figuresOf(terms: ReadonlyMap<string, string>, numberLabel: string): Figures {
  const read = (label: string) => {
    const value = terms.get(label)
    if (value === undefined) throw new Error(`no ${label} among ${[...terms.keys()].join(', ')}`)
    return amountIn(value)
  }
  const discount = terms.get('DISCOUNT')
  return {
    total: read('TOTAL INCL OF TAX'),
    tax: read('TOTAL TAX'),
    excluding: read('TOTAL EXCL OF TAX'),
    discount: discount === undefined ? undefined : amountIn(discount),
    number: read(numberLabel),
    z: read('Z NUMBER'),
  }
}

/** A camera sees each point of a screen several times, and what is around the code. */
const ENLARGED = 3
const MARGIN = 40

/** Reads a QR code as a camera would: from the pixels on the screen. */
export async function scanQr(page: Page, code: Locator): Promise<string> {
  // Away from messages at the edge of the screen, as a person would scroll it.
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const png = (await code.screenshot()).toString('base64')
  const board = await page.context().newPage()
  try {
    const image = await board.evaluate(
      async ([base64, times, margin]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const [width, height] = [bitmap.width * times, bitmap.height * times]
        const canvas = new OffscreenCanvas(width + 2 * margin, height + 2 * margin)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('this browser cannot draw')
        context.fillStyle = 'white'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.drawImage(bitmap, margin, margin, width, height)
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
        // One text: half a million numbers take the control connection of a busy machine long.
        let bits = ''
        for (let at = 0; at < data.length; at += 32_768) {
          const part = data.subarray(at, at + 32_768).filter((_, index) => index % 4 === 0)
          bits += String.fromCharCode(...part)
        }
        return { grey: btoa(bits), width: canvas.width, height: canvas.height }
      },
      [png, ENLARGED, MARGIN] as const,
    )
    const grey = Buffer.from(image.grey, 'base64')
    const colours = new Uint8ClampedArray(grey.length * 4).fill(255)
    for (const [point, light] of grey.entries()) colours.fill(light, point * 4, point * 4 + 3)
    const found = jsqr(colours, image.width, image.height)
    if (!found) throw new Error('no QR code could be read')
    return found.data
  } finally {
    await board.close()
  }
}

/** Everything on the paper of the invoice that the page shows. */
export async function readPaper(page: Page): Promise<Paper> {
  const paper = page.getByRole('article', { name: 'Receipt' })
  await expect(paper).toBeVisible()
  const link = paper.locator('a[href*="Verify"]')
  const heading = (await page.locator('h1').textContent()) ?? ''
  return {
    figures: figuresOf(await readTerms(paper), 'RECEIPT NUMBER'),
    code:
      (await paper
        .locator('strong')
        .filter({ hasText: /^[A-Z0-9]+$/ })
        .last()
        .textContent()) ?? '',
    qrText: await scanQr(page, link.getByRole('img')),
    verifyUrl: (await link.getAttribute('href')) ?? '',
    heading: Math.round(Number(heading.replaceAll(/[^\d.]/g, '')) * 100),
  }
}

/** Opens the authority's page that a QR code points to, as a buyer would, and reads it. */
export async function readPortal(page: Page, url: string): Promise<{ code: string; figures: Figures }> {
  const buyer = await page.context().newPage()
  try {
    const answer = await buyer.goto(url)
    expect(answer?.status()).toBe(200)
    const text = (await buyer.locator('p.code').textContent()) ?? ''
    const code = /RECEIPT VERIFICATION CODE\s*([A-Z0-9]+)/.exec(text)?.[1] ?? ''
    return { code, figures: figuresOf(await readTerms(buyer.locator('body')), 'RECEIPT NO') }
  } finally {
    await buyer.close()
  }
}
