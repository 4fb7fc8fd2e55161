import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CameraControls, pointInPicture } from '#blocks/camera/camera-controls.ts'
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
  getSettings = () => ({ deviceId: 'back' })
  applyConstraints = async (constraint: unknown) => {
    this.constraints.push(constraint)
  }
  stop = () => {
    this.stopped = true
  }
}

let track: FakeTrack
/** What cameras were asked for. */
let asked: unknown[]
let decoder: { readonly read: () => Promise<ReadCode>; readonly stop: ReturnType<typeof vi.fn> }

/** A camera that gives a stream with this track, or refuses with an error of this name. */
function aCamera(answer: { readonly capabilities: object } | { readonly refuses: string }): void {
  const getUserMedia = async (constraints: unknown) => {
    asked.push(constraints)
    if ('refuses' in answer) throw new DOMException('no', answer.refuses)
    track = new FakeTrack(answer.capabilities)
    return { getVideoTracks: () => [track], getTracks: () => [track] }
  }
  const enumerateDevices = async () => [
    { kind: 'videoinput', deviceId: 'back', label: 'Back' },
    { kind: 'audioinput', deviceId: 'voice', label: 'Voice' },
    { kind: 'videoinput', deviceId: 'front', label: 'Front' },
  ]
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices } })
}

/** Looks until the first code was read; gives what was read, and what the camera can do. */
async function startCamera(cameraId?: string) {
  const { readCamera } = await import('#blocks/camera/read-camera.ts')
  const left = new AbortController()
  const codes: ReadCode[] = []
  let controls: CameraControls | undefined
  const video = { videoWidth: 1280, videoHeight: 720, srcObject: null, play: async () => undefined }
  const trouble = await readCamera(
    // `readCamera` uses only these members of the element.
    video as unknown as HTMLVideoElement,
    left.signal,
    (code) => {
      codes.push(code)
      left.abort()
    },
    {
      cameraId,
      onControls: (found) => {
        controls = found
      },
    },
  )
  return { trouble, codes, controls, video }
}

beforeEach(() => {
  vi.resetModules()
  asked = []
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
  const { controls } = await startCamera()
  await controls?.torch?.setOn(true)
  await controls?.torch?.setOn(false)
  expect(track.constraints).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
})

it('offers no light and no focus where there is none', async () => {
  aCamera({ capabilities: { zoom: {} } })
  expect((await startCamera()).controls).toMatchObject({ torch: undefined, focusAt: undefined })
})

it('takes the camera at the back, or the one that a person chose among those of the phone', async () => {
  aCamera({ capabilities: {} })
  const { controls } = await startCamera()
  expect(controls).toMatchObject({
    cameraId: 'back',
    cameras: [
      { id: 'back', label: 'Back' },
      { id: 'front', label: 'Front' },
    ],
  })
  await startCamera('front')
  expect(asked).toMatchObject([
    { video: { facingMode: 'environment' } },
    { video: { deviceId: { exact: 'front' } } },
  ])
})

it('follows the focus, and focuses on the point of a tap where the camera can', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    aCamera({ capabilities: { focusMode: ['continuous', 'single-shot'] } })
    const { controls } = await startCamera()
    await controls?.focusAt?.({ x: 0.25, y: 0.5 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(track.constraints).toEqual([
      { advanced: [{ focusMode: 'continuous' }] },
      { advanced: [{ focusMode: 'single-shot', pointsOfInterest: [{ x: 0.25, y: 0.5 }] }] },
      { advanced: [{ focusMode: 'continuous' }] },
    ])
  } finally {
    vi.useRealTimers()
  }
})

it('a tap at the edge of the square view is inside a wide picture', () => {
  const picture = { width: 1280, height: 720 }
  expect(pointInPicture({ x: 150, y: 150 }, 300, picture)).toEqual({ x: 0.5, y: 0.5 })
  expect(pointInPicture({ x: 0, y: 300 }, 300, picture)).toEqual({ x: 0.21875, y: 1 })
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
