import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why a camera shows no picture. */
export type CameraErrorCode = 'unsupported' | 'not-found' | 'denied' | 'in-use' | 'failed'

/** The code of what the browser says when a camera does not start. */
export function cameraErrorCode(error: unknown): CameraErrorCode {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in-use' : 'failed'
}

/** What people read about it, and what to do next (spec §8: camera access failures). */
export const CAMERA_ERRORS: Readonly<Record<CameraErrorCode, MessageDescriptor>> = {
  unsupported: msg`This browser cannot use the camera. Type the code instead, or open Risiti in a newer browser`,
  'not-found': msg`No camera was found on this phone. If it has one, restart the phone, then try again`,
  denied: msg`Permission to use the camera was denied. Allow it in the browser settings, then try again`,
  'in-use': msg`The camera is being used by another app. Close that app, then try again`,
  failed: msg`The camera could not start. Try again. If it still does not start, restart the phone`,
}
