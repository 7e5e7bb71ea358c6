// The settings of notifications: subscribing this browser to push notifications, and the button for the home screen.
"use strict";
(() => {
  const section = document.querySelector("[data-push]");
  const start = section.querySelector("[data-push-start]");
  const words = section.querySelector("[data-push-words]");
  const say = (text) => {
    words.textContent = text;
  };

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
  const device = () => {
    const agent = navigator.userAgent;
    const system = /iPhone|iPad|Android|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? "";
    const browser = /Edg|Firefox|Chrome|Safari/.exec(agent)?.[0].replace("Edg", "Edge") ?? "";
    return [browser, system.replace("Mac OS X", "Mac")].filter(Boolean).join(", ");
  };

  async function look() {
    if (!window.isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window)) {
      return say(
        tr(
          "This browser cannot receive push notifications here: they need https and, on an iPhone, this site on the home screen. All notifications are also on this site.",
        ),
      );
    }
    const worker = await navigator.serviceWorker.register("/sw.js");
    const current = await worker.pushManager.getSubscription();
    start.hidden = false;
    if (current && Notification.permission === "granted") start.textContent = tr("Turn on push notifications again");
    start.addEventListener("click", () => subscribe().catch(failed));
  }

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") {
      return say(tr("The browser blocks notifications. Allow them in its settings for this site."));
    }
    const worker = await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(section.dataset.key),
    });
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ endpoint, ...keys, device: device() });
    const answer = await fetch("/api/me/push-subscriptions", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    });
    if (answer.ok) return location.reload();
    say((await answer.json()).detail);
  }
  function failed(error) {
    say(
      tr("The browser could not reach its push service ({error}). Check the internet connection and try again.", {
        error: error.name,
      }),
    );
  }

  let offered = null;
  const install = document.querySelector("[data-install]");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = event;
    install.hidden = false;
  });
  install.addEventListener("click", async () => {
    await offered.prompt();
    install.hidden = true;
  });
  look().catch(failed);
})();
