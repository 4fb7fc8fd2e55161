import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { findRegions } from '#workers/qr-decode/find-regions.ts'
import { firstEngine } from '#workers/qr-decode/first-engine.ts'
import { toGrey } from '#workers/qr-decode/grey-picture.ts'
import { EACH_FRAME, IN_TURN, IN_TURN_WITHOUT_SECOND, STILL } from '#workers/qr-decode/passes.ts'
import { type Engine, searchPicture } from '#workers/qr-decode/search-picture.ts'
import { startSecondEngine } from '#workers/qr-decode/second-engine.ts'
import { FRAME, type FrameShot, linkOfFrame, makeFrame } from '../../support/receipt-frames.ts'

const CLEAR: FrameShot = { module: 4, turn: 1, lean: 0, curl: 0, blur: 0.4, noise: 3, dark: 40, light: 225 }
/** Small, pale and soft: the first engine alone does not find it. */
const HARD: FrameShot = { ...CLEAR, module: 2, turn: 24, blur: 0.8, noise: 8, dark: 105, light: 170 }

let second: Engine

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  second = await startSecondEngine({ bytes: new Uint8Array(readFileSync(path)).buffer })
})

test('a clear code is read by the first engine in its region alone, at once', async () => {
  const text = linkOfFrame(1)
  const search = searchPicture(makeFrame(1, text, CLEAR))
  expect((await search.read(EACH_FRAME, { first: firstEngine }))?.text).toBe(text)
})

test('the region is a small part of the frame, so that the first engine is quick', () => {
  for (const number of [1, 2, 3]) {
    const [region] = findRegions(toGrey(makeFrame(number, linkOfFrame(number), CLEAR)))
    expect(region?.width).toBeGreaterThanOrEqual(96)
    expect(region?.width).toBeLessThan(FRAME.width / 2)
  }
})

test('a hard code is found by the second engine in one of its turns, and not without it', async () => {
  const text = linkOfFrame(2)
  const search = searchPicture(makeFrame(2, text, HARD))
  const alone = [EACH_FRAME, ...IN_TURN_WITHOUT_SECOND]
  for (const pass of alone) expect(await search.read(pass, { first: firstEngine })).toBeUndefined()
  const found = new Set<string | undefined>()
  for (const pass of IN_TURN) found.add((await search.read(pass, { first: firstEngine, second }))?.text)
  expect([...found].filter((one) => one !== undefined)).toEqual([text])
})

test('the passes of the second engine find nothing while it is not there', async () => {
  const search = searchPicture(makeFrame(3, linkOfFrame(3), CLEAR))
  for (const pass of IN_TURN) expect(await search.read(pass, { first: firstEngine })).toBeUndefined()
})

test('a paper without a code is no code in any pass', async () => {
  const search = searchPicture(makeFrame(4, null, CLEAR))
  for (const pass of STILL) expect(await search.read(pass, { first: firstEngine, second })).toBeUndefined()
})

test('both engines give the same bytes, which an animated transfer is made of', async () => {
  const search = searchPicture(makeFrame(5, linkOfFrame(5), CLEAR))
  const [first, other] = await Promise.all([
    search.read(EACH_FRAME, { first: firstEngine }),
    search.read(STILL[1] ?? EACH_FRAME, { first: firstEngine, second }),
  ])
  expect(other?.bytes).toEqual(first?.bytes)
})
