import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Torch } from '#blocks/camera/read-camera.ts'
import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'

const CODE = { text: 'https://verify.tra.go.tz/TEST00123_101010', bytes: new Uint8Array() } as ReadCode

/** The one picture track of a camera, as far as it is asked. */
class FakeTrack {
  stopped = false
  readonly constraints: unknown[] = []
  readonly #capabilities: object
  constructor(capabilities: object) {
    this.#capabilities = capabilities
  }
  getCapabilities = () => this.#capabilities
  applyConstraints = async (constraint: unknown) => {
    this.constraints.push(constraint)
  }
  stop = () => {
    this.stopped = true
  }
}

let track: FakeTrack
let decoder: { readonly read: () => Promise<ReadCode>; readonly stop: ReturnType<typeof vi.fn> }

/** A camera that gives a stream with this track, or refuses with an error of this name. */
function aCamera(answer: { readonly capabilities: object } | { readonly refuses: string }): void {
  const getUserMedia = async () => {
    if ('refuses' in answer) throw new DOMException('no', answer.refuses)
    track = new FakeTrack(answer.capabilities)
    return { getVideoTracks: () => [track], getTracks: () => [track] }
  }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
}

/** Looks until the first code was read; gives what was read, and the light that was offered. */
async function startCamera() {
  const { readCamera } = await import('#blocks/camera/read-camera.ts')
  const left = new AbortController()
  const codes: ReadCode[] = []
  const torches: Torch[] = []
  const video = { videoWidth: 1280, videoHeight: 720, srcObject: null, play: async () => undefined }
  const trouble = await readCamera(
    // `readCamera` uses only these members of the element.
    video as unknown as HTMLVideoElement,
    left.signal,
    (code) => {
      codes.push(code)
      left.abort()
    },
    (torch) => torches.push(torch),
  )
  return { trouble, codes, torches, video }
}

beforeEach(() => {
  vi.resetModules()
  decoder = { read: async () => CODE, stop: vi.fn() }
  vi.doMock('#workers/qr-decode/start-qr-decoder.ts', () => ({ startQrDecoder: () => decoder }))
  const context = { drawImage: () => undefined, getImageData: () => ({}) }
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next, 0))
})
afterEach(() => {
  vi.doUnmock('#workers/qr-decode/start-qr-decoder.ts')
  vi.unstubAllGlobals()
})

it('reads until it is left, and then leaves camera, light and decoder off', async () => {
  aCamera({ capabilities: { torch: true } })
  const { trouble, codes, video } = await startCamera()
  expect(trouble).toBeUndefined()
  expect(codes).toEqual([CODE])
  expect(track.stopped).toBe(true)
  expect(decoder.stop).toHaveBeenCalledOnce()
  expect(video.srcObject).toBeNull()
})

it('offers the light of a camera that has one, and switches it on and off', async () => {
  aCamera({ capabilities: { torch: true } })
  const { torches } = await startCamera()
  await torches[0]?.setOn(true)
  await torches[0]?.setOn(false)
  expect(track.constraints).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
})

it('offers no light where there is none', async () => {
  aCamera({ capabilities: { zoom: {} } })
  expect((await startCamera()).torches).toEqual([])
})

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'not-found'],
  ['OverconstrainedError', 'not-found'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['TypeError', 'failed'],
])('reports why the camera cannot start: %s is %s', async (refuses, trouble) => {
  aCamera({ refuses })
  expect((await startCamera()).trouble).toBe(trouble)
})

it('says so where a browser lends no camera at all', async () => {
  vi.stubGlobal('navigator', {})
  expect((await startCamera()).trouble).toBe('unsupported')
})
