import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { PhoneTrouble } from '#contract/phone-trouble-endpoints.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'

/** Which phones of the company lost records before they arrived, or were copied, and what the owner can do. */
export function PhonesSection({ companyId }: { readonly companyId: string }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(
    async () => loadedFrom(await call('phones.troubles', { companyId })),
    [call, companyId],
  )
  const { value, failure, reload } = useServerAnswer(load)
  return (
    <section className="card stack" aria-labelledby="phones" aria-busy={value === undefined}>
      <h2 className="section-title" id="phones">{t`Phones of the company`}</h2>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.troubles.length === 0 ? (
        <p className="dim">{t`In the last 90 days no phone lost a record before it arrived here.`}</p>
      ) : null}
      {value?.troubles.map((one) => (
        <TroubleNotice key={`${one.trouble} ${one.person} ${one.noticedAt}`} trouble={one} />
      ))}
    </section>
  )
}

function TroubleNotice({ trouble }: { readonly trouble: PhoneTrouble }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { person, phone, count, noticedAt } = trouble
  const noticed = formatMoment(noticedAt, today, translate)
  const where = phone === undefined ? noticed : `${phone} · ${noticed}`
  const isLost = trouble.trouble === 'work-lost'
  return (
    <div className="notice" data-tone={isLost ? 'bad' : 'info'}>
      <Icon name={isLost ? 'alert' : 'phone'} />
      <div>
        <strong>
          {isLost ? (
            <Plural
              value={count}
              one={`# record of ${person} did not arrive`}
              other={`# records of ${person} did not arrive`}
            />
          ) : (
            t`The phone of ${person} was copied to another`
          )}
        </strong>{' '}
        <span className="dim">{where}</span>
        <p>
          {isLost
            ? t`Compare the invoices of that day with your notes and the money. On that phone, send what is still listed under Sending; enter the rest again.`
            : t`The sales of both are sent, each once. If you do not know the second phone, change the password of ${person}: that logs out all their phones.`}
        </p>
        <Link to={isLost ? '/invoices' : '/operator'}>
          {isLost ? t`Show the invoices` : t`Show the operators`}
        </Link>
      </div>
    </div>
  )
}
