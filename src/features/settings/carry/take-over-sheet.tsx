import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CameraView } from '#blocks/camera/camera-view.tsx'
import { type Collected, collectFrame, piecesOf } from '#domain/carry/qr-frames.ts'
import { readNumber } from '#sync/carry/one-time-number.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './carry.module.css'
import { useTakingOver } from './use-taking-over.ts'

/** Films the codes of another phone until its work is here, then asks for the number that opens it. */
export function TakeOverSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const taking = useTakingOver('number', onClose)
  const [collected, setCollected] = useState<Collected>()
  const [typed, setTyped] = useState('')
  const number = readNumber(typed)
  const file = collected?.file
  const found = collected?.found.size ?? 0
  const pieces = collected ? piecesOf(collected.length) : 0
  return (
    <Sheet title={t`Receive from another phone`} opened onClose={onClose} height="auto">
      {file ? (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (number) void taking.take(new Uint8Array(file), number)
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
              taking.forget()
            }}
            error={taking.said}
            data-autofocus
          />
          <Button type="submit" loading={taking.busy} disabled={number === undefined}>
            {t`Receive`}
          </Button>
        </form>
      ) : (
        <div className="stack">
          <p>{t`Point this phone's camera at the moving code on the other phone so that it fills the picture.`}</p>
          <CameraView
            label={t`Camera`}
            onCode={({ bytes }) => setCollected((before) => collectFrame(before, bytes))}
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
