import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import classes from './camera-view.module.css'
import { type CameraErrorCode, type FrameReader, readCamera, type Torch } from './read-camera.ts'

type Props = {
  /** What the camera is pointed at, for screen readers. */
  readonly label: string
  /** Called for every code that is read, also for the same one again. */
  readonly onCode: (code: ReadCode) => void
  /** Called with the camera's light, if it has one that can be switched. */
  readonly onTorch?: (torch: Torch) => void
  /** Reads other codes than QR codes. */
  readonly startReader?: () => FrameReader
}

/** The picture of the camera. Codes in it are read in a worker; without a camera it says why. */
export function CameraView({ label, onCode, onTorch, startReader }: Props) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [errorCode, setTrouble] = useState<CameraErrorCode>()
  const handleCode = useEffectEvent(onCode)
  const handleTorch = useEffectEvent((torch: Torch) => onTorch?.(torch))
  const start = useRef(startReader)
  useEffect(() => {
    const unmount = new AbortController()
    if (video.current) {
      const reading = readCamera(
        video.current,
        unmount.signal,
        (code) => handleCode(code),
        (torch) => handleTorch(torch),
        start.current,
      )
      void reading.then((found) => {
        if (!unmount.signal.aborted) setTrouble(found)
      })
    }
    return () => unmount.abort()
  }, [])
  const messages: Record<CameraErrorCode, string> = {
    unsupported: t`This browser cannot use the camera`,
    'not-found': t`No camera was found on this phone`,
    denied: t`Permission to use the camera was denied. Allow it in the browser settings`,
    'in-use': t`The camera is being used by another app`,
    failed: t`The camera could not start`,
  }
  return errorCode === undefined ? (
    <div className={classes.view}>
      <video ref={video} muted playsInline aria-label={label} />
    </div>
  ) : (
    <p className="notice" data-tone="bad" role="alert">
      {messages[errorCode]}
    </p>
  )
}
