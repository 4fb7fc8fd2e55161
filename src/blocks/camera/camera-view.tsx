import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import { type CameraControls, pointInPicture, type Torch } from './camera-controls.ts'
import { CAMERA_ERRORS, type CameraErrorCode } from './camera-errors.ts'
import classes from './camera-view.module.css'
import { type FrameReader, readCamera } from './read-camera.ts'

type Props = {
  /** What the camera is pointed at, for screen readers. */
  readonly label: string
  /** Called for every code that is read, also for the same one again. */
  readonly onCode: (code: ReadCode) => void
  /** Called with the light of the camera in use; `undefined` where none can be switched. */
  readonly onTorch?: (torch: Torch | undefined) => void
  /** Reads other codes than QR codes. */
  readonly startReader?: () => FrameReader | Promise<FrameReader>
}

/**
 * The picture of the camera; a tap focuses where the camera can, and another camera can be chosen. Codes in the picture
 * are read in a worker; without a camera it says why, and can be tried again.
 */
export function CameraView({ label, onCode, onTorch, startReader }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const [errorCode, setErrorCode] = useState<CameraErrorCode>()
  const [controls, setControls] = useState<CameraControls>()
  /** The chosen camera; a new value starts the camera again. */
  const [choice, setChoice] = useState<{ readonly cameraId?: string | undefined }>({})
  const [retried, setRetried] = useState(false)
  const handleCode = useEffectEvent(onCode)
  const handleControls = useEffectEvent((found: CameraControls) => {
    setControls(found)
    onTorch?.(found.torch)
  })
  const start = useRef(startReader)
  useEffect(() => {
    const unmount = new AbortController()
    if (video.current) {
      const reading = readCamera(video.current, unmount.signal, (code) => handleCode(code), {
        cameraId: choice.cameraId,
        onControls: (found) => handleControls(found),
        startReader: start.current,
      })
      void reading.then((found) => {
        if (!unmount.signal.aborted) setErrorCode(found)
      })
    }
    return () => unmount.abort()
  }, [choice])
  const tryAgain = () => {
    setErrorCode(undefined)
    setRetried(true)
    // A chosen camera may be gone: again with the one at the back of the phone.
    setChoice({})
  }
  if (errorCode !== undefined) {
    return (
      <div className="notice" data-tone="bad">
        <div>
          <p role="alert">{translate(CAMERA_ERRORS[errorCode])}</p>
          {errorCode === 'unsupported' ? null : (
            <div className="actions">
              <Button
                variant="default"
                // The button that was pressed is gone while the camera starts.
                autoFocus={retried}
                onClick={tryAgain}
              >
                {t`Try again`}
              </Button>
            </div>
          )}
        </div>
      </div>
    )
  }
  const focus = ({ nativeEvent, currentTarget }: MouseEvent<HTMLVideoElement>) => {
    const { offsetX: x, offsetY: y } = nativeEvent
    const { clientWidth, videoWidth: width, videoHeight: height } = currentTarget
    // A camera that refuses the point stays as it is.
    controls?.focusAt?.(pointInPicture({ x, y }, clientWidth, { width, height })).catch(() => undefined)
  }
  const cameras = controls?.cameras ?? []
  const showNext = () => {
    const at = cameras.findIndex(({ id }) => id === controls?.cameraId)
    setChoice({ cameraId: cameras[(at + 1) % cameras.length]?.id })
  }
  return (
    <>
      <div className={classes.view}>
        {/* The picture is also read without a tap: focusing it is for the eye and the finger. */}
        <video ref={video} muted playsInline aria-label={label} onClick={focus} />
      </div>
      {controls?.focusAt ? <p className="dim small">{t`Tap the picture to focus`}</p> : null}
      {cameras.length > 1 ? (
        <Button variant="subtle" onClick={showNext}>
          {t`Use another camera`}
        </Button>
      ) : null}
    </>
  )
}
