import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { listFileWork } from '#data/outbox-entries.ts'
import { FRAMES_MAX_BYTES, piecesOf } from '#domain/carry/qr-frames.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { collectWork } from '#sync/carry/collect-work.ts'
import { newNumber, numberText } from '#sync/carry/one-time-number.ts'
import { sealWork } from '#sync/carry/seal-work.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useWorkplace } from '../../workplace.ts'
import classes from './carry.module.css'
import { MovingCode, secondsFor } from './moving-code.tsx'

type Shown = { readonly file: Uint8Array<ArrayBuffer>; readonly changes: number; readonly photos: number }

/** Shows what waits to the camera of another phone. The number that opens it is told apart from the codes. */
export function HandOverSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const say = useSay()
  const { account, commands } = useWorkplace()
  const [number] = useState(() => newNumber(commands.ports.random))
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const show = async () => {
    setBusy(true)
    try {
      const work = await collectWork(account, commands.ports.clock.now())
      if (!work) throw new Error('nobody is signed in')
      const file = await sealWork(work, number, commands.ports.random)
      if (file.length > FRAMES_MAX_BYTES) throw new Error('too much for codes')
      const photos = (await listFileWork(account.db)).filter(({ state }) => state !== 'done').length
      setShown({ file, changes: work.operations.length, photos })
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  const seconds = shown ? secondsFor(piecesOf(shown.file.length)) : 0
  return (
    <Sheet title={t`Send to another phone`} opened onClose={onClose} height="auto">
      {shown ? (
        <div className="stack">
          <MovingCode file={shown.file} label={t`Moving codes for the camera of the other phone`} />
          <p>
            <Plural value={shown.changes} one="Showing # record." other="Showing # records." />{' '}
            {seconds < 90 ? (
              <Plural value={seconds} one="It takes about # second." other="It takes about # seconds." />
            ) : (
              <Plural
                value={Math.ceil(seconds / 60)}
                one="It takes about # minute. A backup file is faster."
                other="It takes about # minutes. A backup file is faster."
              />
            )}
          </p>
          {shown.photos > 0 ? (
            <p className="notice">
              <Plural
                value={shown.photos}
                one="# photo or PDF cannot be sent this way. Use a backup file for it."
                other="# photos or PDFs cannot be sent this way. Use a backup file for them."
              />
            </p>
          ) : null}
          <p className="dim small">
            {t`Nothing is removed from this phone. If both phones send it, it counts once.`}
          </p>
          <Button variant="default" onClick={() => setShown(undefined)}>
            {t`Show the number again`}
          </Button>
        </div>
      ) : (
        <div className="stack">
          <p>{t`On the other phone open Settings, then “Receive from another phone”. It will ask for this number:`}</p>
          <p className={classes.number} translate="no">
            {numberText(number)}
          </p>
          {failed ? (
            <p className="notice" data-tone="bad" role="alert">
              {say(errorMessage('DEVICE_STORAGE_BROKEN'))}
            </p>
          ) : null}
          <Button loading={busy} onClick={() => void show()}>
            {t`Show the codes`}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
