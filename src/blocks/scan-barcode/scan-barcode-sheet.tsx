import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePorts } from '#ui/ports.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { CameraView } from '../camera/camera-view.tsx'
import { startBarcodeReader } from './barcode-reader.ts'
import { createOncePerSight } from './once-per-sight.ts'

type Props = {
  /** Called once for each code that comes into the picture, in the form that products are found by. */
  readonly onCode: (code: string) => void
  /** What the last code did, in words. */
  readonly message?: string | undefined
  readonly onClose: () => void
}

/** Reads the barcodes of goods with the camera; stays open, so that several are scanned one after the other. */
export function ScanBarcodeSheet({ onCode, message, onClose }: Props) {
  const { t } = useLingui()
  const { clock } = usePorts()
  const [isNew] = useState(createOncePerSight)
  const [unable, setUnable] = useState(false)
  return (
    <Sheet title={t`Scan a barcode`} opened onClose={onClose} height="auto">
      {unable ? (
        <p className="notice" role="alert">
          {t`This browser cannot read barcodes with the camera. Use a barcode scanner, or type the digits.`}
        </p>
      ) : (
        <div className="stack">
          <p>{t`Point the camera at the barcode`}</p>
          <CameraView
            label={t`Camera`}
            startReader={() => startBarcodeReader(() => setUnable(true))}
            onCode={({ text }) => {
              if (isNew(text, clock.now())) onCode(text)
            }}
          />
          <p role="status">{message}</p>
        </div>
      )}
    </Sheet>
  )
}
