import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CameraView } from '#blocks/camera/camera-view.tsx'
import { chunkCount, type ReceivedFile, receiveFrame } from '#domain/transfer/qr-frames.ts'
import { parseOneTimeCode } from '#sync/transfer/one-time-code.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './transfer.module.css'
import { useImportUnsent } from './use-import-unsent.ts'

/** Reads the codes of another phone until its work is complete, then asks for the number that decrypts it. */
export function ScanQrSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const unsentImport = useImportUnsent('number', onClose)
  const [received, setReceived] = useState<ReceivedFile>()
  const [typed, setTyped] = useState('')
  const number = parseOneTimeCode(typed)
  const file = received?.file
  const found = received?.chunks.size ?? 0
  const pieces = received ? chunkCount(received.length) : 0
  return (
    <Sheet title={t`Receive from another phone`} opened onClose={onClose} height="auto">
      {file ? (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (number) void unsentImport.start(new Uint8Array(file), number)
          }}
        >
          <p>{t`All codes read. Enter the number shown on the other phone.`}</p>
          <TextInput
            size="md"
            label={t`Number of 10 digits`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              unsentImport.clearRefusal()
            }}
            error={unsentImport.said}
            data-autofocus
          />
          <Button type="submit" loading={unsentImport.busy} disabled={number === undefined}>
            {t`Receive`}
          </Button>
        </form>
      ) : (
        <div className="stack">
          <p>{t`Point this phone's camera at the moving code on the other phone so that it fills the picture.`}</p>
          <CameraView
            label={t`Camera`}
            onCode={({ bytes }) => setReceived((before) => receiveFrame(before, bytes))}
          />
          <progress
            className={classes.progress}
            max={Math.max(1, pieces)}
            value={found}
            aria-label={t`Read so far`}
          />
          <p role="status">{pieces === 0 ? t`No code read yet.` : t`${found} of ${pieces} parts read.`}</p>
        </div>
      )}
    </Sheet>
  )
}
