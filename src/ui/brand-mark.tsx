/** The mark of Risiti: a receipt with a tick. Same drawing as the icon of the installed app. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="15" fill="#0e6a59" />
      <path d="M18 12h28v38l-4.670-4-4.660 4L32 46l-4.670 4-4.660-4L18 50z" fill="#fff" />
      <path d="M24 21h16M24 28h10" stroke="#0e6a59" strokeWidth="3" strokeLinecap="round" />
      <path
        d="m27 36 4 4 8-8.500"
        fill="none"
        stroke="#e0962f"
        strokeWidth="3.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
