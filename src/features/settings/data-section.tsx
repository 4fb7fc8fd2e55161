import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import { LARGE_UPLOAD_BYTES } from '#domain/files/may-upload.ts'
import { bytesText } from '#domain/text/bytes-text.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { deviceConnection } from '#ui/device-connection.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const SHOWN_DAYS = 7
const NOTHING = { up: 0, down: 0 }

/** How many bytes this phone exchanged on the last days: data is paid by the megabyte. */
export function DataSection() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const today = useToday()
  const traffic = useLiveQuery(async () => (await findMeta(db, 'traffic')) ?? {}, [db])
  const holdsLargeFiles = useLiveQuery(() => findMeta(db, 'hold-large-files'), [db])
  const largest = bytesText(LARGE_UPLOAD_BYTES)
  const days = Array.from({ length: SHOWN_DAYS }, (_, back) => addDays(today, -back)).flatMap((day) => {
    const counted = traffic?.[day]
    return counted || day === today ? [{ day, ...(counted ?? NOTHING) }] : []
  })
  return (
    <Section id="data" icon="online" title={t`Data used`}>
      <table className={classes.traffic}>
        <thead>
          <tr>
            <th scope="col">{t`Day`}</th>
            <th scope="col">{t({ context: 'data', message: 'Sent' })}</th>
            <th scope="col">{t({ context: 'data', message: 'Received' })}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, up, down }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, today, translate)}</th>
              <td>{bytesText(up)}</td>
              <td>{bytesText(down)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switch
        label={t`Large files wait for Wi-Fi`}
        on={holdsLargeFiles ?? false}
        onChange={(on) => void upsertMeta(db, 'hold-large-files', on).catch(() => undefined)}
      />
      <p className="dim small">
        {t`On mobile data, photos and PDFs over ${largest} wait for Wi-Fi. Invoices are always sent.`}
        {deviceConnection().kind === 'unknown'
          ? ` ${t`This browser cannot tell Wi-Fi from mobile data: files wait only when Data Saver is on.`}`
          : ''}
      </p>
      <p className="dim small">{t`Only changes are downloaded. App updates are not counted here.`}</p>
    </Section>
  )
}
