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
    const browser = /Edg|Firefox|Chrome|Safari/.exec(agent)?.[0].replace("Edg", "Edge") ?? "A browser";
    return `${browser}${system ? `, ${system.replace("Mac OS X", "Mac")}` : ""}`;
  };

  async function look() {
    if (!window.isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window)) {
      return say(
        "This browser cannot be pushed to here: it needs https, and on an iPhone the page on the home screen. News stands on your page all the same.",
      );
    }
    const worker = await navigator.serviceWorker.register("/sw.js");
    const current = await worker.pushManager.getSubscription();
    start.hidden = false;
    if (current && Notification.permission === "granted") start.textContent = "Push to this phone again";
    start.addEventListener("click", () => subscribe().catch(failed));
  }

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") {
      return say("The browser does not allow it. Its settings for this site can change that.");
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
    say(`The browser could not reach its push service (${error.name}). Without internet that is so; try again later.`);
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
