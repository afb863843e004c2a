import { mount } from "svelte";

import "./app.css";
import "./boards.css";
import App from "./features/frame/App.svelte";
import { navigation } from "./app/browser/location.svelte";
import { prefs } from "./app/state/prefs.svelte";
import { world } from "./app/state/world.svelte";
import { pages } from "./features/frame/pages";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
// Request everything that the first page needs at the same time.
void world.start();
pages.get(navigation.route.page);
prefs.apply();
void prefs.loadLanguage().then(() => mount(App, { target }));
