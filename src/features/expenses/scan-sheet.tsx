import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { Torch } from '#blocks/camera/camera-controls.ts'
import { CameraView } from '#blocks/camera/camera-view.tsx'
import { readQrFromImage } from '#blocks/camera/read-qr-from-image.ts'
import { type ReadReceiptCode, readScannedReceipt } from '#domain/expenses/receipt-code.ts'
import { hapticTick } from '#ui/haptic-tick.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'

const LIGHT = { outline: 'M13 2.500 5 13.500h6l-1 8 8-11h-6z' }
const PICTURE = { outline: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15.500 9.500h.01' }

type Props = {
  readonly onRead: (read: ReadReceiptCode) => void
  /** The person prefers to type the code. */
  readonly onType: () => void
  readonly onClose: () => void
}

/** Reads the QR code of a receipt with the camera, or from a picture where no camera may be used. */
export function ScanSheet({ onRead, onType, onClose }: Props) {
  const { t } = useLingui()
  const { session } = useAppContext()
  const [missed, setMissed] = useState<'another code' | 'no code'>()
  const [torch, setTorch] = useState<Torch>()
  const [torchOn, setTorchOn] = useState(false)
  const [readingPicture, setReadingPicture] = useState(false)
  const done = useRef(false)
  const finish = (read: ReadReceiptCode) => {
    // The camera continues to read until the sheet is closed.
    if (done.current) return
    done.current = true
    hapticTick()
    onRead(read)
  }
  const handleCode = (text: string) => {
    const read = readScannedReceipt(text, session.simulated)
    if (read) finish(read)
    else setMissed('another code')
  }
  const readFromPicture = async (file: File | null) => {
    if (!file) return
    setMissed(undefined)
    setReadingPicture(true)
    const read = await readQrFromImage(file, ({ text }) => readScannedReceipt(text, session.simulated)).catch(
      () => undefined,
    )
    setReadingPicture(false)
    if (read) finish(read)
    else setMissed('no code')
  }
  const toggleTorch = async () => {
    await torch?.setOn(!torchOn).then(
      () => setTorchOn(!torchOn),
      () => setTorch(undefined),
    )
  }
  return (
    <Sheet title={t`Scan QR`} opened onClose={onClose} height="auto">
      <div className="stack">
        <p>{t`Point the camera at the QR code`}</p>
        <CameraView
          label={t`Camera`}
          onCode={({ text }) => handleCode(text)}
          onTorch={(found) => setTorch(found)}
        />
        <p role="status" className="field-error">
          {missed === 'another code' ? t`This is not the QR code of a TRA receipt` : null}
          {missed === 'no code' ? t`No QR code of a TRA receipt was found in this picture` : null}
        </p>
        <div className="actions">
          {torch ? (
            <Button
              variant="default"
              aria-pressed={torchOn}
              leftSection={<Icon name={LIGHT} size={18} />}
              onClick={() => void toggleTorch()}
            >
              {t`Torch`}
            </Button>
          ) : null}
          <FileButton onChange={(file) => void readFromPicture(file)} accept="image/*">
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={readingPicture}
                leftSection={<Icon name={PICTURE} size={18} />}
              >
                {t`Choose a picture`}
              </Button>
            )}
          </FileButton>
          <Button variant="default" leftSection={<Icon name="pencil" size={18} />} onClick={onType}>
            {t`Type the code`}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
