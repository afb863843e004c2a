/** Whether this browser has passkeys. It has none over plain HTTP, except on `localhost`. */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window;
}
