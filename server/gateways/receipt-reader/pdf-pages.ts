import { extractImages, getDocumentProxy } from 'unpdf'
import { MOST_PIXELS, type Picture } from './picture.ts'

/** A receipt is looked for on the first pages: it comes behind a letter or an invoice, not at the end of a book. */
const MOST_PAGES = 5

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** A page of a PDF: its text, and the largest of its pictures, since scanned pages have a picture instead of text. */
export type PdfPage = {
  readonly text: () => Promise<string>
  readonly picture: () => Promise<Picture | undefined>
}

async function textOf(pdf: Pdf, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

async function pictureOf(pdf: Pdf, page: number): Promise<Picture | undefined> {
  const [largest] = (await extractImages(pdf, page)).sort((a, b) => b.width * b.height - a.width * a.height)
  if (!largest) return undefined
  const { width, height, channels, data: source } = largest
  const data = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      data[pixel * 4 + colour] = source[pixel * channels + (channels < 3 ? 0 : colour)] ?? 0
    }
    data[pixel * 4 + 3] = 255
  }
  return { data, width, height }
}

/** The first pages of a PDF. */
export async function openPages(content: Uint8Array): Promise<readonly PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(content), {
    maxImageSize: MOST_PIXELS,
    stopAtErrors: false,
  })
  return Array.from({ length: Math.min(pdf.numPages, MOST_PAGES) }, (_, at) => ({
    text: () => textOf(pdf, at + 1),
    picture: () => pictureOf(pdf, at + 1),
  }))
}
