import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReadCode } from '#workers/qr-decode/qr.worker.ts'
import classes from './camera-view.module.css'
import { type CameraTrouble, readCamera } from './read-camera.ts'

type Props = {
  /** What the camera is pointed at, for people who do not see it. */
  readonly label: string
  /** Called for every code that is read, also for the same one again. */
  readonly onCode: (code: ReadCode) => void
}

/** What the camera sees. Codes in it are read beside the screen; when there is no camera, it says why. */
export function CameraView({ label, onCode }: Props) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const give = useEffectEvent(onCode)
  useEffect(() => {
    const left = new AbortController()
    if (video.current) {
      void readCamera(video.current, left.signal, (code) => give(code)).then((found) => {
        if (!left.signal.aborted) setTrouble(found)
      })
    }
    return () => left.abort()
  }, [])
  const words: Record<CameraTrouble, string> = {
    'none-there': t`This phone has no camera that can be used here.`,
    'not-allowed': t`The camera is not allowed. Allow it for Risiti in the settings of the browser, then open this again.`,
    broken: t`The camera does not start. Close other apps that use it, then open this again.`,
  }
  return trouble === undefined ? (
    <div className={classes.view}>
      <video ref={video} muted playsInline aria-label={label} />
    </div>
  ) : (
    <p className="notice" data-tone="bad" role="alert">
      {words[trouble]}
    </p>
  )
}
