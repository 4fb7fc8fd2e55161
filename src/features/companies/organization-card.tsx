import { useLingui } from '@lingui/react/macro'

/** The organization that the owner's company belongs to, by its name. */
export function OrganizationCard({ name }: { readonly name: string }) {
  const { t } = useLingui()
  return (
    <section className="card stack" aria-labelledby="own-organization">
      <h2 className="section-title" id="own-organization">{t`Organization`}</h2>
      <p>{name}</p>
    </section>
  )
}
