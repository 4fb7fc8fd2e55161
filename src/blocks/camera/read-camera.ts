import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'

/** Why a camera shows no picture. */
export type CameraErrorCode = 'unsupported' | 'not-found' | 'denied' | 'in-use' | 'failed'

/** The camera's light, where the phone has one that can be switched. */
export type Torch = { readonly setOn: (on: boolean) => Promise<void> }

/** Reads the codes in the pictures of the camera, one picture after the other. */
export type FrameReader = {
  readonly read: (picture: ImageData) => Promise<ReadCode | undefined>
  readonly stop: () => void
}

/** Enough for a code that fills half of the picture; more only costs a cheap phone time. */
const FRAME_WIDTH = 640
/** How long to wait before reading the camera again when it had no picture yet. */
const RETRY_MS = 50

function cameraErrorCode(error: unknown): CameraErrorCode {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in-use' : 'failed'
}

function findTorch(stream: MediaStream): Torch | undefined {
  const [track] = stream.getVideoTracks()
  // Not every browser supports a light or can describe it.
  if (!track || typeof track.getCapabilities !== 'function' || !('torch' in track.getCapabilities()))
    return undefined
  return {
    setOn: async (on) => {
      const constraint: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: on }
      await track.applyConstraints({ advanced: [constraint] })
    },
  }
}

function captureFrame(
  video: HTMLVideoElement,
  canvas: OffscreenCanvas | HTMLCanvasElement,
): ImageData | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, FRAME_WIDTH / videoWidth)
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || !('drawImage' in context)) return undefined
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function scanFrames(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: ReadCode) => void,
  decoder: FrameReader,
): Promise<void> {
  const canvas = document.createElement('canvas')
  try {
    while (!signal.aborted) {
      const frame = captureFrame(video, canvas)
      const code = frame ? await decoder.read(frame) : undefined
      if (code && !signal.aborted) onCode(code)
      // One picture at a time: pictures that arrive while a code is read are skipped.
      await (frame ? new Promise(requestAnimationFrame) : wait(RETRY_MS))
    }
  } finally {
    decoder.stop()
  }
}

/**
 * Shows the camera at the back of the phone in a video element and reads every code it sees, until the signal fires: QR
 * codes, unless `startReader` reads others. Returns the code of the failure, if any; the camera is off when it resolves.
 * `onTorch` gets the light.
 */
export async function readCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: ReadCode) => void,
  onTorch?: (torch: Torch) => void,
  startReader: () => FrameReader = startQrDecoder,
): Promise<CameraErrorCode | undefined> {
  let stream: MediaStream | undefined
  try {
    if (!navigator.mediaDevices?.getUserMedia) return 'unsupported'
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
      audio: false,
    })
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    const torch = findTorch(stream)
    if (torch) onTorch?.(torch)
    await scanFrames(video, signal, onCode, startReader())
    return undefined
  } catch (error) {
    return signal.aborted ? undefined : cameraErrorCode(error)
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
}
