import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AiPart } from './ai-part.tsx'
import { FindingCard } from './finding-card.tsx'
import { NoFindings } from './no-findings.tsx'
import { useAnswer } from './use-answer.ts'
import { type Insights, useInsights } from './use-insights.ts'

const AT_FIRST = 3

function Findings({ insights }: { insights: Insights }) {
  const { t } = useLingui()
  const answer = useAnswer()
  const [away, setAway] = useState(false)
  const listed = insights.shown.slice(0, AT_FIRST)
  const total = insights.shown.length
  const put = insights.away.length
  return (
    <>
      {total === 0 ? <NoFindings since={insights.since} /> : null}
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {listed.map((finding) => (
          <FindingCard key={finding.id} finding={finding} onAnswer={answer(finding)} />
        ))}
        {(away ? insights.away : []).map((finding) => (
          <FindingCard key={finding.id} finding={finding} onAnswer={answer(finding)} isAway />
        ))}
      </ul>
      <div className="actions">
        {total > 0 ? (
          <Button variant="default" component={Link} to="/insights">{t`Show all (${total})`}</Button>
        ) : null}
        {put > 0 && !away ? (
          <Button variant="subtle" onClick={() => setAway(true)}>{t`Show what you put away (${put})`}</Button>
        ) : null}
      </div>
      {total > 0 ? <AiPart findings={insights.shown} /> : null}
    </>
  )
}

/** What the figures of the company say (spec §1, §3), computed on this phone: no consent, no connection. */
export function InsightsSection() {
  const { t } = useLingui()
  const insights = useInsights()
  return (
    <section className="stack" aria-labelledby="insights" aria-busy={insights === undefined}>
      <div>
        <h2 className="section-title" id="insights">{t`What your figures say`}</h2>
        <p className="dim small">{t`Computed on this phone from your own records. Nothing leaves it.`}</p>
      </div>
      {insights === 'fetching' ? (
        <p className="dim">{t`Your company's data is still loading. You can keep selling.`}</p>
      ) : null}
      {insights === undefined || insights === 'fetching' ? null : <Findings insights={insights} />}
    </section>
  )
}
