/** The dialogs of a club's page, and the code for joining, which only leaders see. */

export { default as ClubCode } from "./ClubCode.svelte";
export { default as ClubSheet } from "./ClubSheet.svelte";
export { default as ClockSheet } from "./ClockSheet.svelte";
export { default as ReportSheet } from "../people/ReportSheet.svelte";
export { default as TermsSheet } from "./TermsSheet.svelte";
