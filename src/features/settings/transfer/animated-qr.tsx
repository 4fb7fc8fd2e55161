import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { frameAt } from '#domain/transfer/qr-frames.ts'
import classes from './transfer.module.css'

/** A cheap phone takes 150 ms to read one; each is shown long enough for a second try. */
const FRAME_MS = 250
/** Any mask will do for content without a pattern; choosing the best of eight would take longer than a frame. */
const MASK = 3

/** How long a camera that reads every frame takes, in seconds. */
export function secondsToScan(chunks: number): number {
  return Math.ceil((chunks * 2 * FRAME_MS) / 1000)
}

/** A file as an endless sequence of QR codes, for the camera of another phone. */
export function AnimatedQr({ file, label }: { file: Uint8Array; label: string }) {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((shown) => shown + 1), FRAME_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    // The screen stays bright while a camera reads it; where the browser cannot do that, people touch it.
    const wakeLock = navigator.wakeLock?.request('screen').catch(() => undefined)
    return () => {
      void wakeLock?.then((lock) => lock?.release())
    }
  }, [])
  const { data, size } = encode([...frameAt(file, step)], {
    ecc: 'L',
    border: 4,
    maskPattern: MASK,
    boostEcc: false,
  })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className={classes.code} data-step={step}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="100%"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
    </div>
  )
}
