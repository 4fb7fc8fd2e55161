import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { acceptCode, findDetector, startBarcodeReader } from '#blocks/scan-barcode/barcode-reader.ts'
import { readGoodsCodes, startSecondEngine } from '#workers/qr-decode/second-engine.ts'
import { drawBarcode, GOODS } from '../../support/barcode-pictures.ts'

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await startSecondEngine({ bytes: new Uint8Array(readFileSync(path)).buffer })
})
vi.mock('#workers/qr-decode/start-qr-decoder.ts', () => ({
  startQrDecoder: () => ({ frameWidth: 1280, readGoods: async () => undefined, stop: () => undefined }),
}))
afterEach(() => vi.unstubAllGlobals())

async function readDrawn(format: keyof typeof GOODS, text: string) {
  const { light, width, height } = await drawBarcode(format, text)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [at, grey] of light.entries()) data.fill(grey, at * 4, at * 4 + 3)
  return (await readGoodsCodes({ data, width, height })).map(acceptCode)
}

describe('the reader that the app brings', () => {
  it.each([
    ['EAN13', GOODS.EAN13],
    ['EAN8', GOODS.EAN8],
    ['UPCA', `0${GOODS.UPCA}`],
    ['UPCE', GOODS.UPCE],
    ['Code128', GOODS.Code128],
  ] as const)('reads a code of kind %s', async (format, code) => {
    expect(await readDrawn(format, GOODS[format])).toEqual([code])
  })
})

it('takes a code only with its check digit, in the form that products are found by', () => {
  expect(acceptCode({ rawValue: '042100005264', format: 'upc_e' })).toBe('0042100005264')
  expect(acceptCode({ rawValue: '04252614', format: 'upc_e' })).toBe('04252614')
  expect(acceptCode({ rawValue: '04252615', format: 'upc_e' })).toBeUndefined()
  expect(acceptCode({ rawValue: '4006381333932', format: 'ean_13' })).toBeUndefined()
  expect(acceptCode({ rawValue: '4006381333932', format: 'code_128' })).toBe('4006381333932')
})

describe('the reader of the browser', () => {
  const everyKind = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code']

  function browserReads(getSupportedFormats: () => Promise<readonly string[]>): void {
    class Detector {
      static readonly getSupportedFormats = getSupportedFormats
      readonly detect = async () => []
    }
    vi.stubGlobal('BarcodeDetector', Detector)
  }

  it('is used where it reads every kind', async () => {
    browserReads(async () => everyKind)
    expect(await findDetector()).toBeDefined()
  })

  it.each([
    ['reads nothing', async () => []],
    ['does not read UPC-E', async () => everyKind.filter((kind) => kind !== 'upc_e')],
    ['cannot say what it reads', () => Promise.reject(new Error('no service'))],
  ])('is not used where it %s', async (_, formats) => {
    browserReads(formats)
    expect(await findDetector()).toBeUndefined()
  })

  it('is not used where there is none', async () => {
    expect(await findDetector()).toBeUndefined()
  })
})

it('says so where neither the browser nor the worker reads barcodes', async () => {
  const onUnable = vi.fn()
  const reader = await startBarcodeReader(onUnable)
  const picture = { data: new Uint8ClampedArray(4), width: 1, height: 1 } as ImageData
  expect(await reader.read(picture)).toBeUndefined()
  expect(onUnable).toHaveBeenCalledOnce()
})
