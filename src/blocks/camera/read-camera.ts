import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { startQrDecoder } from '#workers/qr-decode/start-qr-decoder.ts'
import { type CameraControls, findControls } from './camera-controls.ts'
import { type CameraErrorCode, cameraErrorCode } from './camera-errors.ts'

/** Reads the codes in the pictures of the camera, one picture after the other. */
export type FrameReader = {
  /** Wider pictures are made smaller. */
  readonly frameWidth: number
  readonly read: (picture: ImageData) => Promise<ReadCode | undefined>
  readonly stop: () => void
}

/** How long to wait before reading the camera again when it had no picture yet. */
const RETRY_MS = 50

function captureFrame(
  video: HTMLVideoElement,
  canvas: OffscreenCanvas | HTMLCanvasElement,
  frameWidth: number,
): ImageData | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, frameWidth / videoWidth)
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
      const frame = captureFrame(video, canvas, decoder.frameWidth)
      const code = frame ? await decoder.read(frame) : undefined
      if (code && !signal.aborted) onCode(code)
      // One picture at a time: pictures that arrive while a code is read are skipped.
      await (frame ? new Promise(requestAnimationFrame) : wait(RETRY_MS))
    }
  } finally {
    decoder.stop()
  }
}

type CameraOptions = {
  /** A camera that the person chose; else the one at the back of the phone. */
  readonly cameraId?: string | undefined
  /** Gets what the camera can do once it shows a picture. */
  readonly onControls?: (controls: CameraControls) => void
  /** Reads other codes than QR codes. */
  readonly startReader?: (() => FrameReader | Promise<FrameReader>) | undefined
}

/**
 * Shows a camera in a video element and reads every code it sees, until the signal fires. Returns the code of the
 * failure, if any; the camera is off when it resolves.
 */
export async function readCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: ReadCode) => void,
  { cameraId, onControls, startReader = startQrDecoder }: CameraOptions = {},
): Promise<CameraErrorCode | undefined> {
  let stream: MediaStream | undefined
  try {
    if (!navigator.mediaDevices?.getUserMedia) return 'unsupported'
    stream = await navigator.mediaDevices.getUserMedia({
      video: {
        ...(cameraId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: cameraId } }),
        width: { ideal: 1280 },
      },
      audio: false,
    })
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    const controls = await findControls(stream)
    if (!signal.aborted) onControls?.(controls)
    await scanFrames(video, signal, onCode, await startReader())
    return undefined
  } catch (error) {
    return signal.aborted ? undefined : cameraErrorCode(error)
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
}
