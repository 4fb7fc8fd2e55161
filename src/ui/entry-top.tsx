import { Link } from '@tanstack/react-router'
import { BrandMark } from './brand-mark.tsx'
import { LanguageSwitch } from './language-switch.tsx'

/** Top of the public pages: the logo, and the other language. */
export function EntryTop() {
  return (
    <div className="entry-top">
      <Link className="brand" to="/">
        <BrandMark />
        <span>Risiti</span>
      </Link>
      <LanguageSwitch />
    </div>
  )
}
