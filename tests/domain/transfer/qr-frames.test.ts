import { crc32 as gzipCrc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { crc32 } from '#domain/transfer/crc32.ts'
import { chunkCount, frameAt, type ReceivedFile, receiveFrame } from '#domain/transfer/qr-frames.ts'

const files = fc.uint8Array({ minLength: 1, maxLength: 20_000 })

describe('a file as a row of QR codes', () => {
  it('is complete on the other phone from any start and with any frames missed', () => {
    fc.assert(
      fc.property(
        files,
        fc.nat(5_000),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 60 }),
        (file, start, sees) => {
          fc.pre(sees.filter(Boolean).length >= 3)
          let collected: ReceivedFile | undefined
          let step = start
          const maxFrames = start + 200 * chunkCount(file.length) + 400
          while (!collected?.file && step < maxFrames) {
            if (sees[step % sees.length]) collected = receiveFrame(collected, frameAt(file, step))
            step += 1
          }
          expect(collected?.file).toEqual(file)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([2, 3, 4, 6, 10])(
    'is whole for a camera in step with the codes, that reads each %i. of them',
    (every) => {
      for (const size of [1, 1_400, 6_000, 20_000]) {
        const file = Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251)
        for (let start = 0; start < every; start += 1) {
          let collected: ReceivedFile | undefined
          let reads = 0
          for (; !collected?.file && reads < 500; reads += 1) {
            collected = receiveFrame(collected, frameAt(file, start + reads * every))
          }
          expect(reads).toBeLessThanOrEqual(4 * chunkCount(size) + 10)
        }
      }
    },
  )

  it('needs about as many frames as it has chunks when none is missed', () => {
    const file = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 31) % 251)
    let collected: ReceivedFile | undefined
    let steps = 0
    while (!collected?.file) {
      collected = receiveFrame(collected, frameAt(file, steps))
      steps += 1
    }
    expect(steps).toBeLessThan(2 * chunkCount(file.length))
  })

  it('never accepts a misread frame', () => {
    fc.assert(
      fc.property(
        files,
        fc.nat(300),
        fc.nat(296),
        fc.integer({ min: 1, max: 255 }),
        (file, step, at, flip) => {
          const frame = frameAt(file, step)
          frame[at % frame.length] = (frame[at % frame.length] ?? 0) ^ flip
          expect(receiveFrame(undefined, frame)).toBeUndefined()
        },
      ),
    )
    expect(
      receiveFrame(undefined, new TextEncoder().encode('https://verify.tra.go.tz/1A2B3C')),
    ).toBeUndefined()
  })

  it('starts over when the other phone shows another file', () => {
    const [first, second] = [new Uint8Array(1_000).fill(1), new Uint8Array(280).fill(2)]
    const begun = receiveFrame(undefined, frameAt(first, 0))
    expect(receiveFrame(begun, frameAt(second, 0))?.file).toEqual(second)
  })

  it('fits a QR code of 61 modules, which a cheap camera reads', () => {
    const { size } = encode([...frameAt(new Uint8Array(5_000).fill(255), 3)], { ecc: 'L', border: 0 })
    expect(size).toBe(61)
  })
})

it('is the CRC of gzip', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(bytes)).toBe(gzipCrc32(bytes))
    }),
  )
})
