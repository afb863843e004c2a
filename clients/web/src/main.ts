import { mount } from "svelte";

import "./app.css";
import "./boards.css";
import App from "./App.svelte";
import { pages } from "./pages";
import { navigation } from "./shell/location.svelte";
import { prefs } from "./shell/prefs.svelte";
import { world } from "./shell/world.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
// All that the first page needs is requested at once.
void world.start();
pages.get(navigation.route.page);
prefs.apply();
void prefs.loadLanguage().then(() => mount(App, { target }));
