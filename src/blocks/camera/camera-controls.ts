/** The camera's light, where the phone has one that can be switched. */
export type Torch = { readonly setOn: (on: boolean) => Promise<void> }

type Point = { readonly x: number; readonly y: number }

/** What the camera in use can do. */
export type CameraControls = {
  readonly torch: Torch | undefined
  /** The cameras of the phone, by their ids; their names where the browser tells them. */
  readonly cameras: readonly { readonly id: string; readonly label: string }[]
  readonly cameraId: string | undefined
  /** Focuses on a point of the picture, from 0 to 1 each way; absent where the camera cannot. */
  readonly focusAt: ((point: Point) => Promise<void>) | undefined
}

/** Abilities that TypeScript does not know yet. */
type Capabilities = MediaTrackCapabilities & {
  readonly torch?: boolean
  readonly focusMode?: readonly string[]
}
type Constraint = MediaTrackConstraintSet & {
  readonly torch?: boolean
  readonly focusMode?: string
  readonly pointsOfInterest?: readonly Point[]
}

/** How long the lens rests where a tap put it before it follows the picture again. */
const FOCUS_RESTS_MS = 4_000

function apply(track: MediaStreamTrack, constraint: Constraint): Promise<void> {
  return track.applyConstraints({ advanced: [constraint] })
}

function focusOf(track: MediaStreamTrack, modes: readonly string[]): CameraControls['focusAt'] {
  const once = modes.find((mode) => mode === 'single-shot') ?? modes.find((mode) => mode === 'manual')
  if (once === undefined) return undefined
  const follows = modes.includes('continuous')
  let timer: ReturnType<typeof setTimeout> | undefined
  return async (point) => {
    clearTimeout(timer)
    await apply(track, { focusMode: once, pointsOfInterest: [point] })
    if (!follows) return
    timer = setTimeout(() => {
      // The camera may be off by then.
      apply(track, { focusMode: 'continuous' }).catch(() => undefined)
    }, FOCUS_RESTS_MS)
  }
}

/** Finds out what a camera that runs can do, and lets it follow the focus where it can. */
export async function findControls(stream: MediaStream): Promise<CameraControls> {
  const [track] = stream.getVideoTracks()
  // Not every browser can describe its camera, or list them.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
  const cameraId = track?.getSettings().deviceId
  if (!track || typeof track.getCapabilities !== 'function') {
    return { torch: undefined, cameras, cameraId, focusAt: undefined }
  }
  const { torch, focusMode = [] }: Capabilities = track.getCapabilities()
  if (focusMode.includes('continuous')) await apply(track, { focusMode: 'continuous' }).catch(() => undefined)
  return {
    torch: torch === true ? { setOn: (on) => apply(track, { torch: on }) } : undefined,
    cameras,
    cameraId,
    focusAt: focusOf(track, focusMode),
  }
}

/**
 * Where a tap on the square view is in the picture of the camera, of which the view shows the middle: from 0 to 1 each
 * way.
 */
export function pointInPicture(
  tap: Point,
  view: number,
  picture: { readonly width: number; readonly height: number },
): Point {
  const shown = Math.min(picture.width, picture.height)
  const along = (at: number, length: number) => 0.5 + ((at / view - 0.5) * shown) / Math.max(1, length)
  return { x: along(tap.x, picture.width), y: along(tap.y, picture.height) }
}
