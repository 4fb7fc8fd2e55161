import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { listFileEntries } from '#data/outbox-entries.ts'
import { chunkCount, FRAMES_MAX_BYTES } from '#domain/transfer/qr-frames.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { encryptWork } from '#sync/transfer/encrypted-file.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { formatOneTimeCode, newOneTimeCode } from '#sync/transfer/one-time-code.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'
import { AnimatedQr, secondsToScan } from './animated-qr.tsx'
import classes from './transfer.module.css'

type Shown = { readonly file: Uint8Array<ArrayBuffer>; readonly changes: number; readonly photos: number }

/** Shows unsent work to the camera of another phone. The decryption number is shown separately from the codes. */
export function ShowQrSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands } = useAppContext()
  const [number] = useState(() => newOneTimeCode(commands.ports.random))
  const [busy, run] = useAction()
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const show = async () => {
    try {
      const work = await exportUnsent(account, commands.ports.clock.now())
      if (!work) throw new Error('nobody is signed in')
      const file = await encryptWork(work, number, commands.ports.random)
      if (file.length > FRAMES_MAX_BYTES) throw new Error('too much for codes')
      const photos = (await listFileEntries(account.db)).filter(({ state }) => state !== 'done').length
      setShown({ file, changes: work.operations.length, photos })
    } catch {
      setFailed(true)
    }
  }
  const seconds = shown ? secondsToScan(chunkCount(shown.file.length)) : 0
  return (
    <Sheet title={t`Send to another phone`} opened onClose={onClose} height="auto">
      {shown ? (
        <div className="stack">
          <AnimatedQr file={shown.file} label={t`Moving codes for the camera of the other phone`} />
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
            {formatOneTimeCode(number)}
          </p>
          {failed ? (
            <p className="notice" data-tone="bad" role="alert">
              {translate(errorMessage('DEVICE_STORAGE_BROKEN'))}
            </p>
          ) : null}
          <Button loading={busy} onClick={() => void run(show)}>
            {t`Show the codes`}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
