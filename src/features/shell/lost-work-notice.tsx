import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useToday } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { deleteMeta, findMeta } from '#data/meta.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './banners.module.css'

/** Work of this phone that is gone, in words, with what can be done; until the person has seen to it. */
export function LostWorkNotice({ db }: { readonly db: AccountDatabase }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const lost = useLiveQuery(() => findMeta(db, 'lost-work'), [db])
  if (!lost) return null
  const noticed = formatMoment(lost.noticedAt, today, translate)
  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <div>
        <strong>
          <Plural
            value={lost.numbers.length}
            one="# record saved on this phone did not reach the server"
            other="# records saved on this phone did not reach the server"
          />
        </strong>
        {t`${noticed}: send again what is listed under Sending, and enter the rest again.`}{' '}
        <Link to="/sync" className={classes.way}>{t`See unsent records`}</Link>{' '}
        <Link to="/contact-us" className={classes.way}>{t`Contact us`}</Link>{' '}
        <button type="button" className="text-button" onClick={() => void deleteMeta(db, 'lost-work')}>
          {t`Close`}
        </button>
      </div>
    </div>
  )
}
