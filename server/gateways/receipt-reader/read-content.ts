import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { type ReceiptText, readFieldCount, readReceiptText } from '#domain/expenses/receipt-text.ts'
import { findCode } from './find-code.ts'
import type { ReadableFile } from './gateway.ts'
import {
  decodePicture,
  isOnItsSide,
  MOST_PIXELS,
  type Picture,
  pictureForReading,
  turnPicture,
} from './picture.ts'
import { startTextReader } from './recognize-text.ts'

/** Text with fewer fields is the wrong way up, or no receipt. */
const FEWEST_FIELDS = 4

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function openPdf(content: Uint8Array): Promise<Pdf> {
  return await getDocumentProxy(new Uint8Array(content), { maxImageSize: MOST_PIXELS, stopAtErrors: false })
}

/** Scanned pages have pictures instead of text: the largest of the first page. */
async function findPagePicture(pdf: Pdf): Promise<Picture | undefined> {
  const [largest] = (await extractImages(pdf, 1)).sort((a, b) => b.width * b.height - a.width * a.height)
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

async function pictureOf({ type, content }: ReadableFile): Promise<Picture | undefined> {
  return type === 'application/pdf' ? await findPagePicture(await openPdf(content)) : decodePicture(content)
}

/** The content of the QR code in the picture of a file; `null` where there is none. */
export async function readCode(file: ReadableFile): Promise<string | null> {
  const picture = await pictureOf(file)
  return (picture && (await findCode(picture))?.text) ?? null
}

async function readPicture(picture: Picture, { latest }: ReadableFile): Promise<ReceiptText> {
  const code = await findCode(picture)
  // Without a code that says which way is up, the page is turned until it can be read.
  const turns = code ? [code.quarters] : isOnItsSide(picture) ? [1, 3, 0, 2] : [0, 2, 1, 3]
  const reader = await startTextReader()
  try {
    let best = readReceiptText('', latest)
    for (const quarters of turns) {
      const read = readReceiptText(
        await reader.read(pictureForReading(turnPicture(picture, quarters))),
        latest,
      )
      if (readFieldCount(read) > readFieldCount(best)) best = read
      if (readFieldCount(best) >= FEWEST_FIELDS) break
    }
    return best
  } finally {
    await reader.close()
  }
}

/** What the text of a file says: that of a PDF, else the letters in the picture; `null` where there is no text. */
export async function readText(file: ReadableFile): Promise<ReceiptText | null> {
  if (file.type !== 'application/pdf') return await readPicture(decodePicture(file.content), file)
  const pdf = await openPdf(file.content)
  const { text } = await extractText(pdf, { mergePages: true })
  const read = readReceiptText(text, file.latest)
  if (readFieldCount(read) >= FEWEST_FIELDS) return read
  const picture = await findPagePicture(pdf)
  return picture ? await readPicture(picture, file) : null
}
