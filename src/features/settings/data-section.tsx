import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { readMeta, writeMeta } from '#data/meta.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import { LARGE_UPLOAD_BYTES } from '#domain/files/may-upload.ts'
import { bytesText } from '#domain/text/bytes-text.ts'
import { dayInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { deviceLine } from '#ui/device-line.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useToday, useWorkplace } from '../workplace.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const SHOWN_DAYS = 7
const NOTHING = { up: 0, down: 0 }

/** What this phone's work cost on the line on the last days: data is paid by the megabyte. */
export function DataSection() {
  const { t } = useLingui()
  const say = useSay()
  const { db } = useWorkplace()
  const today = useToday()
  const traffic = useLiveQuery(async () => (await readMeta(db, 'traffic')) ?? {}, [db])
  const holds = useLiveQuery(() => readMeta(db, 'hold-large-files'), [db])
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
              <th scope="row">{dayInWords(day, today, say)}</th>
              <td>{bytesText(up)}</td>
              <td>{bytesText(down)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switch
        label={t`Large files wait for Wi-Fi`}
        on={holds ?? false}
        onChange={(on) => void writeMeta(db, 'hold-large-files', on).catch(() => undefined)}
      />
      <p className="dim small">
        {t`On mobile data, photos and PDFs over ${largest} wait for Wi-Fi. Invoices are always sent.`}
        {deviceLine().kind === 'unknown'
          ? ` ${t`This browser cannot tell Wi-Fi from mobile data: files wait only when Data Saver is on.`}`
          : ''}
      </p>
      <p className="dim small">{t`Only changes are downloaded. App updates are not counted here.`}</p>
    </Section>
  )
}
